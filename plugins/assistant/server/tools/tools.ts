import { AppError, type Contribution, type Host, type Scope } from '@balcao/sdk/server';
import type { ToolDefinition } from '@balcao/chatai/contract';
import { tickets } from '@balcao/tickets/contract';
import { assistantTool, type AssistantTool, type ToolSubject } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { builtInTools } from './built-in.ts';

export type OfferedTool = Contribution<AssistantTool>;

/** A tool acts on the conversation it is called in: an id in its input could name another contact's. */
const foreignId = /contact|customer|client|ticket|conversation|phone|user|person/i;

export const openTools = (host: Host<typeof manifest>): void => {
  host.open(assistantTool, ({ name, parameters, input, run }) => {
    if (!/^[a-z][a-z0-9_]{0,63}$/.test(name)) throw new Error('`name` is not a name that models accept');
    if (typeof run !== 'function' || typeof input?.safeParse !== 'function')
      throw new Error('the tool needs `input` and `run`');
    const fields = Object.keys((parameters as { properties?: object }).properties ?? {});
    const foreign = fields.find((field) => foreignId.test(field) && /id|number/i.test(field));
    if (foreign !== undefined)
      throw new Error(`\`${foreign}\` could name another contact: the subject is given to \`run\``);
  });
  for (const tool of builtInTools) host.contribute(assistantTool, tool);
};

/** The tools that the company has on. `handover` cannot be switched off. */
export const offeredTools = async (scope: Scope, off: readonly string[]): Promise<OfferedTool[]> => {
  const offered: OfferedTool[] = [];
  for (const contribution of scope.contributions(assistantTool)) {
    const { item } = contribution;
    if (off.includes(item.name) && item.name !== 'handover') continue;
    if (item.isAvailable && !(await contribution.run((tool, own) => tool.isAvailable?.(own)).catch(() => false)))
      continue;
    if (!offered.some(({ item: known }) => known.name === item.name)) offered.push(contribution);
  }
  return offered;
};

export const definitionsOf = (tools: readonly OfferedTool[]): ToolDefinition[] =>
  tools.map(({ item: { name, description, parameters } }) => ({ name, description, parameters }));

/** Thrown when the conversation is no longer the assistant's: the turn ends without a word. */
export class TakenAway extends Error {
  override readonly name = 'TakenAway';
}

/** Carries out a call; the text is for the model. Changes happen only while `automation` has the conversation. */
export const runTool = async (
  { item, scope: own }: OfferedTool,
  input: unknown,
  subject: ToolSubject,
  automation: string,
): Promise<string> => {
  const parsed = item.input.safeParse(input);
  if (!parsed.success) return 'error: the arguments do not follow the schema';
  if (subject.isTrial && item.isReadOnly !== true) return 'done';
  try {
    if (item.isReadOnly === true) return await item.run(parsed.data as never, subject, own);
    return await own.tx(async (inner) => {
      await inner.use(tickets).hold(subject.ticketId, automation);
      return item.run(parsed.data as never, subject, inner);
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'ERR_NOT_AUTOMATIC') throw new TakenAway('TakenAway');
    return `error: ${error.code}`;
  }
};
