/** Which of the plugin's two ways to add values fails now. */
export const marks = { failsStatement: false, failsLoad: false };
