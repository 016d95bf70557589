"""How kernels are put together: every function is a part, and only what Python calls becomes machine code.

numba would optimise each function with all that it calls, turn it into machine code and wrap it for Python,
then do the same with its callers. That took most of the time spent compiling, and of some two hundred
functions Python calls a few. So a function that kernels call stays a *part*: its own code and a list of the
parts that it calls. An *entry* links all of these together, is optimised once, and is kept in a file.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

compiler: Any = import_module("numba.core.compiler")  # as numba has it, without types
llvm: Any = import_module("llvmlite.binding")
lowering: Any = import_module("numba.core.lowering")
codegen: Any = import_module("numba.core.codegen")
untyped_passes: Any = import_module("numba.core.untyped_passes")
typed_passes: Any = import_module("numba.core.typed_passes")
register_pass: Any = import_module("numba.core.compiler_machinery").register_pass


class _Library(codegen.JITCodeLibrary):
    """A library that knows all it must be linked with: its parts, and theirs."""

    def add_linking_library(self, library: Any) -> None:
        """Note a library, and those that it needs."""
        library._ensure_finalized()
        for each in [library, *(library._linking_libraries if isinstance(library, _Part) else ())]:
            if each not in self._linking_libraries:
                self._linking_libraries.append(each)

    def _take_in_parts(self, module: Any) -> list[Any]:
        """Link the parts with a module; returns what else it needs, to be linked later.

        What is not a part would be left out if nothing referred to it yet.
        """
        others = []
        for library in self._linking_libraries:
            if isinstance(library, _Part):
                module.link_in(library._final_module, preserve=True)
            else:
                others.append(library)
        return others


class _Part(_Library):
    """A function's own code, before anything is linked in."""

    _shared_module: Any

    def _optimize_functions(self, module: Any) -> None:
        """Not yet: all is optimised once it is linked."""

    def finalize(self) -> None:
        """Nothing to do before it is linked."""
        self._finalized = True

    def _get_module_for_linking(self) -> Any:
        """With all that it needs, for a compiled function that is not a kernel."""
        if self._shared_module is None:
            module = self._final_module.clone()
            for library in self._take_in_parts(module):
                module.link_in(library._get_module_for_linking(), preserve=True)
            for function in module.functions:
                if not function.is_declaration:
                    function.linkage = "linkonce_odr"
            self._shared_module = module
        return self._shared_module


class _Entry(_Library):
    """A function that Python calls, and all that it calls."""

    def finalize(self) -> None:
        """Link, optimise and make machine code."""
        self._own = {each.name for each in self._final_module.functions if not each.is_declaration}
        self._linking_libraries = self._take_in_parts(self._final_module)
        super().finalize()

    def _optimize_final_module(self) -> None:
        """In one pass; numba's other one prepares for the counting of references.

        Parts lose their names: code compiled in another process may use the same, for a function that takes
        its arguments in another way, and names are all that the linker goes by.
        """
        for function in self._final_module.functions:
            if not function.is_declaration and function.name not in self._own:
                function.linkage = "private"
        manager, builder = self._codegen._module_pass_manager()
        manager.run(self._final_module, builder)

    def serialize_using_object_code(self) -> tuple[str, str, tuple[bytes, bytes]]:
        """What is kept in a file: the machine code, and the names of the functions that can be called.

        numba keeps all of the code again, for callers to be linked with, which takes a while to read.
        """
        names = "".join(f'define void @"{name}"() {{ ret void }}\n' for name in sorted(self._own))
        return self.name, "object", (self._get_compiled_object(), llvm.parse_assembly(names).as_bitcode())


class _Lower(lowering.Lower):
    """numba's, with functions that are called rather than copied, unless they are to be."""

    def setup_function(self, fndesc: Any) -> None:
        """Declare the function."""
        super().setup_function(fndesc)
        if not fndesc.inline:
            self.function.attributes.add("noinline")


@register_pass(mutates_CFG=True, analysis_only=False)
class _LowerPart(typed_passes.NativeLowering):
    _name = "lower_part"

    @property
    def lowering_class(self) -> type:
        """As numba asks for it."""
        return _Lower

    def run_pass(self, state: Any) -> bool:
        """Make the code of a part."""
        state.library = _Part(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_cpython_wrapper = state.flags.no_compile = True
        super().run_pass(state)
        # a unique placeholder: numba needs some callable as key, and a part has no machine code
        place: Any = [].index
        state["cr"] = state["cr"]._replace(cfunc=place)
        state.targetctx.insert_user_function(place, state["cr"].fndesc, [state.library])
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class _LowerEntry(typed_passes.NativeLowering):
    _name = "lower_entry"

    def run_pass(self, state: Any) -> bool:
        """Make the code of an entry."""
        state.library = _Entry(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return bool(super().run_pass(state))


# Passes for what kernels have none of: closures, and expressions over whole arrays.
NEEDLESS = (untyped_passes.InlineClosureLikes, typed_passes.NopythonRewrites)


def _pipeline(state: Any, end: type) -> Any:
    """numba's passes, without the needless ones and with another end."""
    found = compiler.DefaultPassBuilder.define_nopython_pipeline(state)
    found.passes = [
        (end if one is typed_passes.NativeLowering else one, told)
        for one, told in found.passes
        if one not in NEEDLESS
    ]
    found.finalize()
    return found


class PartCompiler(compiler.CompilerBase):
    """numba's compiler, for a function that kernels call."""

    def define_pipelines(self) -> list[Any]:
        """As numba's own, with another end."""
        return [_pipeline(self.state, _LowerPart)]


class EntryCompiler(compiler.CompilerBase):
    """numba's compiler, for a function that Python calls."""

    def define_pipelines(self) -> list[Any]:
        """As numba's own, with another end."""
        return [_pipeline(self.state, _LowerEntry)]
