/** Returns a valid number of a case of a court, São Paulo's unless another is named. */
export const numberOf = (sequence: number, branchAndCourt = '826'): string => {
  const head = String(sequence).padStart(7, '0');
  const rest = `2026${branchAndCourt}0100`;
  const check = 98n - (BigInt(`${head}${rest}00`) % 97n);
  return `${head}${String(check).padStart(2, '0')}${rest}`;
};
