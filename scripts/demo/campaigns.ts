import type { PoolClient } from 'pg';
import type { Random } from './random.ts';
import { insert, takeIds } from './write.ts';

interface Office {
  companyId: number;
  ownerId: number;
  /** The connection that works, and one whose phone is off. */
  reception: number;
  onCall: number;
}

const hourMs = 3_600_000;
const first =
  'Ana Bruno Carla Diego Elisa Fábio Gilda Heitor Íris João Karina Lucas Marta Nelson Olga Paulo Rosa Sérgio'.split(
    ' ',
  );
const last =
  'Almeida Barros Cardoso Duarte Esteves Farias Gomes Holanda Lima Moraes Nunes Peixoto Queiroz Ramos Tavares'.split(
    ' ',
  );
const areaCodes = [11, 11, 11, 13, 19, 21, 31, 41, 61, 92];

interface Person {
  name: string;
  number: string;
  ddd: number;
}
/** People without a contact: numbers begin with 55 DDD 9 6000, which no operator assigns. */
const people = (count: number, random: Random, from: number): Person[] =>
  Array.from({ length: count }, (_, index) => {
    const ddd = random.pick(areaCodes);
    return {
      name: `${random.pick(first)} ${random.pick(last)}`,
      number: `55${ddd}96000${String(from + index).padStart(4, '0')}`,
      ddd,
    };
  });

const makeList = async (
  client: PoolClient,
  companyId: number,
  name: string,
  all: readonly Person[],
  random: Random,
): Promise<number> => {
  const [id = 0] = await takeIds(client, 'contact_lists.contact_list', 1);
  await insert(client, 'contact_lists.contact_list', [
    { id, company_id: companyId, name, contacts_count: 0, created_at: new Date() },
  ]);
  const ids = await takeIds(client, 'contact_lists.item', all.length);
  await insert(
    client,
    'contact_lists.item',
    all.map(({ name: called, number }, index) => ({
      id: ids[index],
      company_id: companyId,
      contact_list_id: id,
      name: called,
      number,
      email: '',
      is_whatsapp_valid: random.chance(0.9) ? random.chance(0.6) || null : false,
      variables: {},
      created_at: new Date(),
    })),
  );
  return id;
};

const five = (...texts: string[]): string[] => [...texts, '', '', '', '', ''].slice(0, 5);

interface Fields {
  name: string;
  connection: number;
  status: string;
  messages: string[];
  questions?: string[];
  scheduledAt: Date | null;
  startedAt?: Date;
  completedAt?: Date;
  pause?: { reason: string; at: Date };
  people?: readonly Person[];
}

const makeCampaign = async (
  client: PoolClient,
  { companyId, ownerId }: Office,
  listId: number,
  fields: Fields,
): Promise<number> => {
  const [id = 0] = await takeIds(client, 'campaigns.campaign', 1);
  const at = fields.startedAt ?? new Date();
  await insert(client, 'campaigns.campaign', [
    {
      id,
      company_id: companyId,
      name: fields.name,
      connection_id: fields.connection,
      contact_list_id: listId,
      tag_filters: [],
      ddd_filters: [...new Set(areaCodes)],
      messages: five(...fields.messages),
      confirmation: fields.questions !== undefined,
      confirmation_messages: five(...(fields.questions ?? [])),
      scheduled_at: fields.scheduledAt,
      status: fields.status,
      legal_basis: 'consent',
      name_fallback: '',
      opt_out_footer: true,
      recipient_zone: false,
      interrupts: false,
      started_at: fields.startedAt ?? null,
      completed_at: fields.completedAt ?? null,
      created_at: at,
      updated_at: at,
      created_by: ownerId,
      version: 1,
      pause_reason: fields.pause?.reason ?? null,
      paused_at: fields.pause?.at ?? null,
      freeze_cursor: 0,
      frozen_at: fields.startedAt ?? null,
      frozen: fields.people?.length ?? 0,
      duplicates: fields.people ? 4 : 0,
      opted_out_after: 0,
      guard_since: at,
    },
  ]);
  return id;
};

interface Progress {
  state: string;
  reason?: string;
  /** Steps that were reached: 1 sent, 2 delivered, 3 read, 4 answered. */
  reached: number;
}
const drawn = (random: Random): Progress => {
  const dice = random.next();
  if (dice < 0.02) return { state: 'skipped', reason: 'opted-out', reached: 0 };
  if (dice < 0.06) return { state: 'skipped', reason: 'invalid', reached: 0 };
  if (dice < 0.08) return { state: 'failed', reason: 'refused', reached: 0 };
  if (dice < 0.13) return { state: 'sent', reached: 1 };
  if (dice < 0.4) return { state: 'delivered', reached: 2 };
  return dice < 0.86 ? { state: 'read', reached: 3 } : { state: 'answered', reached: 4 };
};

/** Writes down what became of each person, and the numbers of each hour. */
const makeRecipients = async (
  client: PoolClient,
  companyId: number,
  campaignId: number,
  all: readonly Person[],
  variants: number,
  startedAt: number,
  waitingFrom: number,
  random: Random,
): Promise<void> => {
  const hours = new Map<number, number[]>();
  const note = (at: number | null, what: number): void => {
    if (at === null) return;
    const hour = at - (at % hourMs);
    const row = hours.get(hour) ?? [0, 0, 0, 0];
    row[what] = (row[what] ?? 0) + 1;
    hours.set(hour, row);
  };
  const rows = all.map(({ name, number, ddd }, position) => {
    const { state, reason, reached } =
      position < waitingFrom ? drawn(random) : { state: 'waiting', reason: undefined, reached: 0 };
    const sentAt = startedAt + position * 22_000;
    const step = (least: number, minutes: number): number | null =>
      reached >= least ? sentAt + random.between(1, minutes) * 60_000 : null;
    const times = [reached >= 1 ? sentAt : null, step(2, 3), step(3, 90), step(4, 240)];
    times.forEach(note);
    const [sent, delivered, read, answered] = times.map((at) =>
      at === null || at === undefined ? null : new Date(at),
    );
    return {
      company_id: companyId,
      campaign_id: campaignId,
      position,
      variant: 1 + (position % variants),
      name,
      number,
      number_key: number.replace(/^(\d{4})9/, '$1'),
      address: '',
      ddd,
      zone: ddd === 92 ? 1 : 0,
      state,
      reason: reason ?? null,
      released_at: sent,
      sent_at: sent,
      delivered_at: delivered,
      read_at: read,
      answered_at: answered,
      settled_at: state === 'waiting' ? null : new Date(sentAt),
    };
  });
  const ids = await takeIds(client, 'campaigns.recipient', rows.length);
  await insert(
    client,
    'campaigns.recipient',
    rows.map((row, index) => ({ id: ids[index], ...row })),
  );
  const hourIds = await takeIds(client, 'campaigns.hour', hours.size);
  await insert(
    client,
    'campaigns.hour',
    [...hours].map(([hour, [sent, delivered, read, answered]], index) => ({
      id: hourIds[index],
      company_id: companyId,
      campaign_id: campaignId,
      hour: new Date(hour),
      sent,
      delivered,
      read,
      answered,
    })),
  );
};

/** Creates lists and campaigns in every status, except one that would go on sending by itself. */
export const makeCampaigns = async (client: PoolClient, office: Office, now: number, random: Random): Promise<void> => {
  const { companyId, reception, onCall } = office;
  const [retired, workers] = [people(180, random, 1000), people(90, random, 3000)];
  const retiredList = await makeList(client, companyId, 'Aposentados do INSS', retired, random);
  const workersList = await makeList(client, companyId, 'Palestra direitos trabalhistas', workers, random);
  const twoDaysAgo = now - 50 * hourMs;
  const done = {
    name: 'Revisão da aposentadoria',
    messages: [
      'Olá {nome}! O prazo para pedir a revisão da sua aposentadoria termina em dezembro. Quer que a gente confira o seu caso sem custo?',
      '{nome}, muita gente recebe menos do INSS do que deveria. Podemos revisar o seu benefício? Responda por aqui.',
    ],
  };
  const finished = await makeCampaign(client, office, retiredList, {
    ...done,
    connection: reception,
    status: 'FINALIZADA',
    scheduledAt: new Date(twoDaysAgo),
    startedAt: new Date(twoDaysAgo),
    completedAt: new Date(twoDaysAgo + 2 * hourMs),
    people: retired,
  });
  await makeRecipients(client, companyId, finished, retired, 2, twoDaysAgo, retired.length, random);
  const began = now - 5 * hourMs;
  const held = await makeCampaign(client, office, workersList, {
    name: 'Mutirão do FGTS',
    messages: [
      'Oi {nome}, sábado tem mutirão de consulta do FGTS no escritório, das 9h às 13h. Posso reservar um horário?',
    ],
    connection: onCall,
    status: 'EM_ANDAMENTO',
    scheduledAt: new Date(began),
    startedAt: new Date(began),
    pause: { reason: 'connection-down', at: new Date(now - 4 * hourMs) },
    people: workers,
  });
  await makeRecipients(client, companyId, held, workers, 1, began, 41, random);
  await makeCampaign(client, office, workersList, {
    name: 'Recesso de fim de ano',
    messages: ['Olá {nome}! De 20/12 a 6/1 atendemos só urgências por aqui. Boas festas!'],
    questions: ['{nome}, podemos avisar você sobre o nosso recesso?'],
    connection: reception,
    status: 'PROGRAMADA',
    scheduledAt: new Date(now + 5 * 24 * hourMs),
  });
  await makeCampaign(client, office, retiredList, {
    name: 'Prova de vida 2027',
    messages: ['{nome}, já fez a prova de vida este ano? Se tiver dúvida, responda que a gente ajuda.'],
    connection: reception,
    status: 'INATIVA',
    scheduledAt: null,
  });
};
