// The stage: the whole screen, in type that the last row can read.

/** What puts a box on the stage and takes it back; where full screen is refused it fills the window. */
export function stageOf(box, button) {
  const on = () => box.classList.contains("on-stage");

  function put(wanted) {
    box.classList.toggle("on-stage", wanted);
    document.documentElement.classList.toggle("has-stage", wanted);
    button.setAttribute("aria-pressed", String(wanted));
  }

  function toggle() {
    put(!on());
    if (on()) box.requestFullscreen?.().catch(() => null);
    else if (document.fullscreenElement) document.exitFullscreen();
  }

  const onFull = () => { if (!document.fullscreenElement) put(false); };
  const onEscape = ({key}) => { if (key === "Escape" && on() && !document.fullscreenElement) put(false); };
  document.addEventListener("fullscreenchange", onFull);
  document.addEventListener("keydown", onEscape);

  function destroy() {
    if (on()) toggle();
    document.removeEventListener("fullscreenchange", onFull);
    document.removeEventListener("keydown", onEscape);
  }
  return {toggle, destroy};
}
