/** The background of a series: stripes from the second one on, so that colour is not the only difference. */
export const chartFill = (color: string, index: number): string =>
  index === 0
    ? color
    : `repeating-linear-gradient(${index % 2 === 1 ? 45 : 135}deg, ${color} 0 5px, color-mix(in srgb, ${color} 78%, var(--raised)) 5px 7px)`;

/** The top of an axis and its lines: at most four steps of a round number. */
export const axisOf = (highest: number): number[] => {
  if (highest <= 0) return [0, 1];
  const rough = highest / 3;
  const unit = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max([1, 2, 5, 10].find((one) => one * unit >= rough) ?? 10, 0) * unit;
  const whole = Math.max(1, step);
  return Array.from({ length: Math.ceil(highest / whole) + 1 }, (_line, at) => at * whole);
};
