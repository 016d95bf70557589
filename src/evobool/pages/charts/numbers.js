// How numbers are written.

/** 1,234 */
export const whole = (value) => Math.round(value).toLocaleString("en");

/** 1,234.5: so many digits after the point, so that columns line up. */
export const fixed = (value, digits = 1) => (value === null || value === undefined ? "–"
  : value.toLocaleString("en", {minimumFractionDigits: digits, maximumFractionDigits: digits}));

/** So many digits that count: 1,234 and 0.123, and 1.2e-5 for what is tiny. */
export function rounded(value, digits = 3) {
  if (value === null) return "–";
  const size = Math.abs(value);
  if (size >= 10 ** (digits - 1)) return whole(value);
  return size > 0 && size < 1e-3 ? value.toExponential(1) : String(Number(value.toPrecision(digits)));
}

/** 1 run, 2 runs */
export const counted = (count, one, many = `${one}s`) => `${whole(count)} ${count === 1 ? one : many}`;

/** First letter large, full stop. */
export const sentence = (words) => `${words[0].toUpperCase()}${words.slice(1)}.`;
