/** What of the marker's two ways to the rows fails now. */
export const marks = { failsStatement: false, failsLoad: false };
