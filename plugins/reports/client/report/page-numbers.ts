/** The pages that are shown: the first, the last, and those around the present one; a text is a gap. */
export const pageNumbers = (page: number, pages: number): (number | string)[] => {
  const shown = [...new Set([1, page - 1, page, page + 1, pages])].filter((one) => one >= 1 && one <= pages);
  const wanted = shown.toSorted((a, b) => a - b);
  return wanted.flatMap((one, at) => {
    const before = wanted[at - 1] ?? one - 1;
    return one - before > 1 ? [`gap ${one}`, one] : [one];
  });
};
