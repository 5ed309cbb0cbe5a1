import type { PoolClient } from 'pg';
import { hours } from '../../plugins/flows/server/templates/hours.ts';
import { lawFirm } from '../../plugins/flows/server/templates/law-firm.ts';
import type { FlowTemplate } from '../../plugins/flows/server/templates/drawing.ts';
import type { Random } from './random.ts';
import type { WrittenTicket } from './tickets.ts';
import { insert, takeIds } from './write.ts';

interface Element {
  id: string;
  type: string;
  source?: string;
  sourceHandle?: string;
  target?: string;
  data?: {
    queueId?: number;
    settings?: { queueId?: number };
    variable?: string;
    options?: readonly { id: string; title: string }[];
  };
}

const day = 86_400_000;

/** Returns the drawing with the company's own queues in place of those of the template. */
const withQueues = ({ file }: FlowTemplate, queueIds: readonly number[]): Element[] => {
  const own = (id: number | undefined): number | undefined => (id === undefined ? id : queueIds[id - 1]);
  return (structuredClone(file.elements) as Element[]).map((element) => {
    const { data } = element;
    if (data?.queueId) data.queueId = own(data.queueId) ?? data.queueId;
    if (data?.settings?.queueId) data.settings.queueId = own(data.settings.queueId) ?? data.settings.queueId;
    return element;
  });
};

interface Steps {
  seq: number;
  node_id: string;
  type: string;
  at: number;
  is_entry: boolean;
  left_by: string | null;
  waited_ms: number | null;
  attempt: number | null;
  ended: string | null;
}

/** Answers that customers wrote where there is nothing to tap. The CPFs are those of textbooks. */
const written: Readonly<Record<string, readonly string[]>> = {
  relato: [
    'Fui demitida sem receber a rescisão',
    'Trabalhei dois anos sem registro em carteira',
    'Minha aposentadoria foi negada pelo INSS',
    'Quero revisar a pensão dos meus filhos',
    'Bati o carro da empresa e descontaram do salário',
  ],
  cpf: ['529.982.247-25', '111.444.777-35', '123.456.789-09'],
};

/** The answer of a customer at a question that was left by a way. */
const answerOf = ({ data }: Element, way: string, turn: number): string => {
  const options = written[data?.variable ?? ''];
  return data?.options?.find(({ id }) => way === `option-${id}`)?.title ?? options?.[turn % options.length] ?? 'Sim';
};

const asks: ReadonlySet<string> = new Set(['questionNode', 'collectNode']);

/** Walks through a drawing as a customer would: most answer, some stop at a question, few are not understood. */
const walk = (elements: readonly Element[], began: number, random: Random, turn: number): Steps[] => {
  const steps: Steps[] = [];
  let at = began;
  let node = elements.find(({ type }) => type === 'startNode');
  while (node) {
    const { id, type } = node;
    const ways = elements.filter(({ source }) => source === id);
    const usual = ways.filter(({ sourceHandle }) => sourceHandle !== 'timeout' && sourceHandle !== 'invalid');
    const isSilent = asks.has(type) && random.chance(0.09);
    const from = random.chance(0.06) ? ways : usual;
    const way = isSilent || from.length === 0 ? undefined : random.pick(from);
    const waited = asks.has(type) ? random.between(6, 180) * 1000 : random.between(20, 400);
    const entered = at;
    at += waited;
    const isUnderstood = asks.has(type) && way !== undefined && usual.includes(way);
    // Every fifth customer mistypes the CPF once.
    const isRepeated = isUnderstood && id === 'cpf' && turn % 5 === 0;
    const row = { node_id: id, type, left_by: null, waited_ms: null, ended: null };
    if (isRepeated) {
      steps.push({ ...row, seq: steps.length + 1, at: entered, is_entry: true, attempt: null });
      steps.push({ ...row, seq: steps.length + 1, at: entered + waited / 2, is_entry: false, attempt: 1 });
    }
    const ended = isSilent ? 'expired' : way ? null : type === 'departmentNode' ? 'handed' : 'completed';
    steps.push({
      seq: steps.length + 1,
      node_id: id,
      type,
      at,
      is_entry: !isRepeated,
      left_by: way?.sourceHandle ?? null,
      waited_ms: way ? waited : null,
      attempt: isUnderstood ? (isRepeated ? 2 : 1) : null,
      ended,
    });
    node = way && elements.find((one) => one.id === way.target);
  }
  return steps;
};

interface Company {
  companyId: number;
  queueIds: readonly number[];
  /** The connection whose conversations begin with the flow. */
  connectionId: number;
  authorId: number;
}

const storeFlow = async (
  client: PoolClient,
  { companyId, authorId }: Company,
  title: string,
  elements: readonly Element[],
  published: boolean,
  now: number,
): Promise<{ flowId: number; versionId: number }> => {
  const [flowId = 0] = await takeIds(client, 'flows.flow', 1);
  const [versionId = 0] = await takeIds(client, 'flows.version', 1);
  const source = JSON.stringify(elements);
  const at = new Date(now - 25 * day);
  await insert(client, 'flows.flow', [
    {
      id: flowId,
      company_id: companyId,
      title,
      draft: source,
      draft_rev: 1,
      updated_by: authorId,
      created_at: at,
      updated_at: at,
    },
  ]);
  if (!published) return { flowId, versionId };
  const version = {
    id: versionId,
    company_id: companyId,
    flow_id: flowId,
    number: 1,
    source,
    note: '',
    published_by: authorId,
    published_at: at,
  };
  await insert(client, 'flows.version', [version]);
  await client.query('update flows.flow set live_id = $3 where company_id = $1 and id = $2', [
    companyId,
    flowId,
    versionId,
  ]);
  return { flowId, versionId };
};

/** Creates a published flow with the sessions of three weeks, and a draft. */
export const makeFlows = async (
  client: PoolClient,
  company: Company,
  tickets: readonly WrittenTicket[],
  now: number,
  random: Random,
): Promise<void> => {
  const { companyId, queueIds, connectionId } = company;
  const [social = 0, labour = 0, family = 0] = queueIds;
  // The template counts labour first, and its reception is the social queue here.
  const elements = withQueues(lawFirm, [labour, social, family, social]);
  const { flowId, versionId } = await storeFlow(client, company, lawFirm.file.title, elements, true, now);
  await storeFlow(client, company, hours.file.title, withQueues(hours, [social]), false, now);
  await insert(client, 'flows.connection_flow', [
    { company_id: companyId, connection_id: connectionId, flow_id: flowId },
  ]);

  const led = tickets.filter(({ status }) => status !== 'pending');
  const ids = await takeIds(client, 'flows.session', led.length);
  const sessions = led.map((ticket, index) => {
    const began = now - random.between(2, 21 * 24) * 3_600_000;
    return { ticket, id: ids[index] ?? 0, began, steps: walk(elements, began, random, index) };
  });
  await insert(
    client,
    'flows.session',
    sessions.map(({ ticket, id, began, steps }) => {
      const last = steps.at(-1);
      const endedAt = new Date((last?.at ?? began) + (last?.ended === 'expired' ? day : 0));
      return {
        id,
        company_id: companyId,
        ticket_id: ticket.id,
        flow_id: flowId,
        version_id: versionId,
        connection_id: connectionId,
        state: 'ended',
        node_id: last?.node_id ?? '',
        seq: steps.length,
        asked_id: 0,
        is_expiry: false,
        started_by: `connection:${connectionId}`,
        started_at: new Date(began),
        touched_at: endedAt,
        failures: 0,
        ended_at: endedAt,
        ended_why: last?.ended ?? 'completed',
      };
    }),
  );
  await insert(
    client,
    'flows.step',
    sessions.flatMap(({ id, steps }) =>
      steps.map(({ at, ...step }) => ({
        company_id: companyId,
        session_id: id,
        flow_id: flowId,
        version_id: versionId,
        at: new Date(at),
        ...step,
      })),
    ),
  );
  const nodes = new Map(elements.map((element) => [element.id, element]));
  await insert(
    client,
    'flows.answer',
    sessions.flatMap(({ id, steps }, turn) =>
      steps.flatMap(({ node_id, at, left_by, attempt }) => {
        const node = nodes.get(node_id);
        const name = node?.data?.variable;
        return node && name !== undefined && attempt !== null && left_by !== null
          ? [
              {
                company_id: companyId,
                session_id: id,
                node_id,
                name,
                value: answerOf(node, left_by, turn),
                at: new Date(at),
              },
            ]
          : [];
      }),
    ),
  );
};
