/** Prompts that the platform provides to all companies. */

/** Subject of a prompt: 1 criminal, 2 civil, 3 labour law. */
export type PromptType = 1 | 2 | 3;

export interface Prompt {
  id: number;
  title: string;
  type: PromptType;
  /** Instructions for the assistant; `[words in brackets]` are placeholders filled in before. */
  description: string;
}
