/** Letters of a token, on average, in the languages of the product. */
const lettersPerToken = 3.5;

/** Estimates the tokens of a text, for servers that count none and for what fits into a model. */
export const estimateTokens = (text: string): number => Math.ceil(text.length / lettersPerToken);
