/** The point of first steps, by which plugins guide a new company. */
import { point } from '@balcao/sdk/contract';
import type { Scope } from '@balcao/sdk/server';

/**
 * A first step of a new company. Admins see the steps in order as a list on the start page, each with a button that
 * leads to the page where it is done. The list is hidden once all steps are done, or when it is dismissed.
 */
export interface FirstStep {
  id: string;
  /** Smaller first; 100 if absent. Queues are 10, a channel 20, a colleague 30, a quick reply 40, an answer 50. */
  order?: number;
  /** Locale key of the plugin: the task, in a few words. */
  title: string;
  /** Locale key: the benefit, in a sentence. */
  text: string;
  /** Locale key of the button: a verb. */
  action: string;
  /** The page where it is done, if possible with the form open: `/queues?new=1`. */
  path: string;
  /** The step is hidden from people without it. */
  permission?: string;
  /**
   * Returns true if the step is done, judged by the company's data. Called every few seconds while the list is shown:
   * use a single `exists`. A step that throws, or takes longer than five seconds, is omitted.
   */
  isDone(scope: Scope): Promise<boolean>;
}
/** Server: first steps shown to a new company. */
export const firstStep = point<FirstStep>('first-steps.step');
