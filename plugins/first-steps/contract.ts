/** What a new company does first: other plugins add the steps. */
import { point } from '@balcao/sdk/contract';
import type { Scope } from '@balcao/sdk/server';

/**
 * Something a new company does first. Admins see the steps as a list on the start page, in their order, each with a
 * button that leads to where it is done; the list goes away when all are done, or when it is put away.
 */
export interface FirstStep {
  id: string;
  /** Smaller first; 100 when absent. Departments are 10, a channel 20, a colleague 30, a quick reply 40, an answer 50. */
  order?: number;
  /** Locale key of the plugin: what to do, in a few words. */
  title: string;
  /** Locale key: what it is good for, in a sentence. */
  text: string;
  /** Locale key of the button: a verb. */
  action: string;
  /** Where it is done; at best the form is open there: `/queues?new=1`. */
  path: string;
  /** Who does not hold it does not see the step. */
  permission?: string;
  /**
   * Whether it is done, judged by the company's own data. Asked every few seconds while the list is looked at: let it be
   * one `exists`. A step that throws, or takes longer than five seconds, is left out.
   */
  isDone(scope: Scope): Promise<boolean>;
}
/** Server: steps of the list that leads a new company. */
export const firstStep = point<FirstStep>('first-steps.step');
