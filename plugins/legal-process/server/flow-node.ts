import { sql, z, type Host, type Scope } from '@balcao/sdk/server';
import { defineFlowNode, flowNode, type FlowResult, type FlowValues } from '@balcao/flows/contract';
import type manifest from '../manifest.ts';
import { readCnj } from '../cnj.ts';
import { maskedCnj } from './cases/case-view.ts';
import { askSources } from './cases/look-up.ts';
import { isModuleOn } from './module.ts';
import { companyWords } from './cases/company-words.ts';
import { shownDay } from './cases/shown-day.ts';

const limitMs = 15_000;
/** Customers ask the same again: an answer of the last hours will do. */
const maxAgeMs = 3 * 3_600_000;

const data = z.object({
  /** The number, as text with variables: what the customer wrote, or a variable. '': the customer's last message. */
  number: z.string().max(300).default(''),
  /** Without a number: the case with the latest step of those that are monitored for the customer's contact. */
  usesLinked: z.boolean().default(true),
});

/** The names of the values that the node sets. */
const names = ['processo', 'processo_classe', 'processo_andamento', 'processo_data', 'processo_explicado'] as const;
type Values = Record<(typeof names)[number], string>;

/** The values of the simulator, which asks no court. */
const samples: Values = {
  processo: '0000832-35.2018.4.01.3202',
  processo_classe: 'Procedimento do Juizado Especial Cível',
  processo_andamento: 'Conclusão',
  processo_data: '17/11/2026',
  processo_explicado: 'O processo está com o juiz.',
};

type Work = { way: 'out'; values: Values } | { way: 'else' | 'failed' };

const consult = async (cnj: string, scope: Scope): Promise<Work> => {
  const said = await askSources(scope, cnj, { maxAgeMs, limitMs });
  if (said.failure) return { way: said.failure.status === 404 ? 'else' : 'failed' };
  const { record } = said;
  const [newest] = record.steps;
  const wordsOf = await companyWords(scope, scope.company.language);
  return {
    way: 'out',
    values: {
      processo: maskedCnj(cnj),
      processo_classe: record.className ?? '',
      processo_andamento: newest?.title ?? '',
      processo_data: newest ? shownDay(new Date(newest.at), scope.company.language) : '',
      processo_explicado: wordsOf(newest?.code ?? null) ?? '',
    },
  };
};

/** The latest case that is monitored for the customer; undefined: there is none. */
const linkedCase = async (scope: Scope, contactId: number): Promise<string | undefined> =>
  (
    await scope.sql.one<{ cnj: string }>(
      sql`select k.cnj from legal_process.monitoring m
            join legal_process.legal_case k on k.company_id = m.company_id and k.id = m.case_id
           where m.contact_id = ${contactId} order by k.last_step_at desc nulls last, m.id desc limit 1`,
    )
  )?.cnj;

/** Looks a case up and sets what texts say of it. */
const caseNode = defineFlowNode({
  type: 'legalProcessNode',
  version: 1,
  schema: data,
  handles: () => [
    { id: 'out' },
    { id: 'invalid', isOptional: true },
    { id: 'else', isOptional: true },
    { id: 'failed', isOptional: true },
  ],
  texts: ({ number }) => [number],
  sets: () => names,
  async execute({ data: node, ticket, lastReply, fill, isSimulated }, scope): Promise<FlowResult> {
    if (!isModuleOn(scope)) return { next: { go: 'failed' } };
    const text = node.number.trim() === '' ? (lastReply?.body ?? '') : fill(node.number);
    const read = readCnj(text);
    if (read.state === 'valid') return { next: { wait: 'work', input: { cnj: read.cnj } } };
    // A mistyped number is not answered with another case.
    const linked =
      read.state === 'empty' && node.usesLinked && !isSimulated
        ? await linkedCase(scope, ticket.contact.id)
        : undefined;
    return { next: linked === undefined ? { go: 'invalid' } : { wait: 'work', input: { cnj: linked } } };
  },
  work: async (input, { isSimulated }, scope): Promise<Work> =>
    isSimulated ? { way: 'out', values: samples } : consult((input as { cnj: string }).cnj, scope),
  resume(_context, signal): FlowResult {
    if (signal.kind !== 'done') return { next: { go: 'failed' } };
    const result = signal.result as Work;
    return result.way === 'out'
      ? { set: result.values satisfies FlowValues, next: { go: 'out' } }
      : { next: { go: result.way } };
  },
});

/** Nothing happens while flows are off. */
export const flowParts = (host: Host<typeof manifest>): void => {
  host.contribute(flowNode, caseNode);
};
