// What ruff is for Python: line length, unused names, and the mistakes that are easily made.

import js from "@eslint/js";
import stylistic from "@stylistic/eslint-plugin";
import globals from "globals";

export default [
  js.configs.recommended,
  {
    languageOptions: {ecmaVersion: "latest", sourceType: "module", globals: globals.browser},
    plugins: {"@stylistic": stylistic},
    linterOptions: {reportUnusedDisableDirectives: "error"},
    rules: {
      "@stylistic/max-len": ["error", {code: 110}],
      "@stylistic/quotes": ["error", "double", {avoidEscape: true}],
      "@stylistic/semi": "error",
      "@stylistic/comma-dangle": ["error", "only-multiline"],
      "consistent-return": "error",
      curly: ["error", "multi-line"],
      eqeqeq: "error",
      "no-implicit-coercion": "error",
      "no-shadow": "error",
      "no-unused-vars": ["error", {argsIgnorePattern: "^_", varsIgnorePattern: "^_"}],
      "no-useless-assignment": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
    },
  },
];
