/** Prompts that the platform keeps for the companies. */

/** What a prompt is about: 1 criminal, 2 civil, 3 labour law. */
export type PromptType = 1 | 2 | 3;

export interface Prompt {
  id: number;
  title: string;
  type: PromptType;
  /** What the assistant is told; `[words in brackets]` are filled in before. */
  description: string;
}
