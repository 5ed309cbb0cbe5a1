import { notFound, type Host, type Scope } from '@balcao/sdk/server';
import { assistantChoice, type ChoiceOption } from '../../contract.ts';
import type manifest from '../../manifest.ts';

/** The names that a model is given: those of most companies, and not a whole catalogue. */
const maxOptions = 150;
const usualMost = 3;
/** Fields of the answer that the assistant itself has. */
const taken = ['replies', 'queue', 'nextStep'];

export interface OfferedChoice {
  id: string;
  description: string;
  most: number;
  options: readonly ChoiceOption[];
}

export const openChoices = (host: Host<typeof manifest>): void =>
  host.open(assistantChoice, ({ id, description, options, apply }) => {
    if (!/^[a-z][a-z_]{0,30}$/.test(id) || taken.includes(id)) throw new Error('`id` cannot be a field of the answer');
    if (description === '' || typeof options !== 'function' || typeof apply !== 'function')
      throw new Error('the choice needs `description`, `options` and `apply`');
  });

/** Returns what may be proposed for a conversation; a contribution that fails is left out. */
export const offeredChoices = async (scope: Scope, ticketId: number): Promise<OfferedChoice[]> => {
  const offered: OfferedChoice[] = [];
  for (const { item, scope: own } of scope.contributions(assistantChoice)) {
    const { id, description, most = usualMost } = item;
    try {
      const options = (await item.options(ticketId, own)).slice(0, maxOptions);
      if (options.length > 0) offered.push({ id, description, most, options });
    } catch (error) {
      scope.log.error({ error, choice: id }, 'a choice of the copilot could not be offered');
    }
  }
  return offered;
};

/** Applies one that a person took. ERR_NO_SUGGESTION_FOUND (404). */
export const applyChoice = async (scope: Scope, ticketId: number, choice: string, optionId: number): Promise<void> => {
  const found = scope.contributions(assistantChoice).find(({ item }) => item.id === choice);
  if (!found) throw notFound('ERR_NO_SUGGESTION_FOUND');
  await found.item.apply(ticketId, optionId, found.scope);
};
