/**
 * A conversation as a script: `<` the customer, `>` the company, `#` an internal note. `[a|b]` is one of several
 * wordings; `{…}` is filled in by `converse.ts` (`{o}` is the ending that fits the customer), and `{ela}`, `{firma}`
 * only declare that the script is for a woman or a company. A line may end in `(foto: name)` or `(pdf: name)`: it
 * carries that file, and the text before is its caption.
 */
export type Talk = readonly string[];
