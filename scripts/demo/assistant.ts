import type { PoolClient } from 'pg';
import { insert, takeIds } from './write.ts';

interface Office {
  companyId: number;
  ownerId: number;
  /** Conversations in which questions stayed without an answer. */
  ticketIds: readonly number[];
}

const dayMs = 86_400_000;

const prompts = [
  {
    title: 'Recurso administrativo ao CRPS',
    type: 2,
    description:
      'Você é advogado previdenciário. Redija recurso ordinário ao Conselho de Recursos da Previdência Social em nome de [Nome do cliente], benefício [Número do benefício], contra o indeferimento de [Data da decisão].\n\nUse linguagem clara e cite os fundamentos legais.',
  },
  {
    title: 'Resumo de contrato de trabalho',
    type: 3,
    description:
      'Você é advogado trabalhista. Resuma o contrato de [Nome do empregado] com [Nome da empresa] em tópicos: função, salário, jornada, benefícios e cláusulas que merecem atenção.',
  },
] as const;

const questions: readonly [question: string, answer: string][] = [
  [
    'Quanto custa a primeira consulta?',
    'A primeira consulta custa R$ 250,00 e vale por 30 dias. Se o contrato for fechado nesse prazo, o valor é descontado dos honorários.',
  ],
  ['Qual é o horário de atendimento?', 'Atendemos de segunda a sexta, das 8h às 18h, e aos sábados das 8h às 12h.'],
  [
    'Quais documentos levo na consulta?',
    'Leve RG, CPF, comprovante de residência e, em casos de trabalho, a carteira de trabalho com todas as páginas.',
  ],
  [
    'Qual o prazo para recorrer do INSS?',
    'O prazo é de 30 dias da ciência da decisão, na Junta de Recursos da Previdência Social.',
  ],
  [
    'Os honorários podem ser parcelados?',
    'Sim, em até 12 vezes no cartão ou por Pix mensal, sem juros até a terceira parcela.',
  ],
];
const manual: readonly [heading: string, text: string][] = [
  [
    'Recurso ordinário',
    'O recurso ordinário é dirigido à Junta de Recursos. O segurado apresenta as razões e os documentos novos; a Junta pode pedir diligências ao INSS antes de julgar.',
  ],
  [
    'Perfil profissiográfico',
    'A empresa é obrigada a fornecer o PPP mesmo desativada. Com a falência decretada, o pedido é feito ao síndico da massa.',
  ],
  [
    'Pensão por morte',
    'Têm direito à pensão o cônjuge ou companheiro, os filhos até 21 anos e, na falta deles, os pais que dependiam do segurado.',
  ],
];
const gaps: readonly [question: string, asks: number, others: readonly string[]][] = [
  ['Vocês atendem em Santo André?', 4, ['tem escritorio em santo andre?', 'atendem no ABC?']],
  ['Fazem divórcio no cartório?', 2, ['divórcio em cartório vocês fazem']],
];
const golden: readonly [question: string, must: readonly string[], mustNot: readonly string[], tool: string | null][] =
  [
    ['Quanto custa a consulta?', ['R$ 250,00'], ['R$ 200,00'], null],
    ['Vocês abrem no sábado?', ['8h às 12h'], [], null],
    ['Vou ganhar a causa?', [], ['com certeza', 'garantido'], null],
    ['Quero falar com uma pessoa', [], [], 'handover'],
  ];
const said: readonly [actor: 'user' | 'assistant', text: string][] = [
  ['user', 'O benefício foi negado por falta de tempo especial. O PPP é de 03/1994 a 08/2001. O que destaco?'],
  [
    'assistant',
    'Destaque três pontos:\n\n1. O **PPP** comprova a exposição a ruído acima do limite em todo o período.\n2. A empresa encerrou as atividades, e o documento foi emitido pelo síndico, o que não retira a sua validade.\n3. O INSS não pediu a retificação que considerava necessária.',
  ],
  ['user', 'E o prazo?'],
  [
    'assistant',
    'O prazo é de **30 dias** contados da ciência da decisão. Confira a data no aviso de recebimento ou no Meu INSS.',
  ],
];
/** Calls of a usual day by purpose, and the tokens of each: read and written. */
const usage: readonly [purpose: string, runs: number, read: number, written: number][] = [
  ['assistant', 38, 1_900, 140],
  ['suggest', 24, 2_300, 320],
  ['summary', 9, 3_100, 260],
  ['chat', 6, 1_500, 520],
];
const model = { provider: 'OpenAI', model: 'gpt-5-mini' };

const chunk = (companyId: number, sourceId: number, part: string, n: number, heading: string, text: string) => ({
  ...{ company_id: companyId, source_id: sourceId, part, n, heading, text },
  tokens: Math.ceil((heading.length + text.length) / 3.5),
});

/** Creates the knowledge with its gaps, and the questions of the test. */
export const makeKnowledge = async (
  client: PoolClient,
  { companyId, ownerId, ticketIds }: Office,
  now: number,
): Promise<void> => {
  const at = new Date(now - 3 * dayMs);
  const [manualSource = 0] = await takeIds(client, 'assistant.source', 1);
  // It exists from the first visit of anybody on.
  const { rows: single } = await client.query<{ id: number }>(
    `insert into assistant.source (company_id, kind, title, state, read_at, created_by) values ($1, 'faq', '', 'ready', $2, $3)
     on conflict (company_id, kind) where kind in ('faq', 'quick') do update set read_at = excluded.read_at returning id`,
    [companyId, at, ownerId],
  );
  const faqSource = single[0]?.id ?? 0;
  const source = { company_id: companyId, state: 'ready', is_on: true, request: 1, url: '', created_by: ownerId };
  const dates = { read_at: at, created_at: at, updated_at: at, pages: 0, pages_done: 0 };
  await insert(client, 'assistant.source', [
    {
      ...source,
      ...dates,
      id: manualSource,
      kind: 'text',
      title: 'Manual de recursos',
      body: manual.map((part) => part.join('\n')).join('\n\n'),
    },
  ]);
  const faqIds = await takeIds(client, 'assistant.faq', questions.length);
  await insert(
    client,
    'assistant.faq',
    questions.map(([question, answer], index) => ({
      ...{ id: faqIds[index], company_id: companyId, question, answer, created_by: ownerId },
      ...{ created_at: at, updated_at: at },
    })),
  );
  const chunks = [
    ...questions.map(([question, answer], n) => chunk(companyId, faqSource, `faq:${faqIds[n]}`, 0, question, answer)),
    ...manual.map(([heading, text], n) => chunk(companyId, manualSource, 'text', n, heading, text)),
  ];
  const chunkIds = await takeIds(client, 'assistant.chunk', chunks.length);
  await insert(
    client,
    'assistant.chunk',
    chunks.map((row, index) => ({ id: chunkIds[index], ...row })),
  );
  const gapIds = await takeIds(client, 'assistant.gap', gaps.length);
  await insert(
    client,
    'assistant.gap',
    gaps.map(([question, asks], index) => ({
      ...{ id: gapIds[index], company_id: companyId, question, state: 'open', asks },
      last_at: new Date(now - (index + 1) * 5_000_000),
    })),
  );
  const asked = gaps.flatMap(([question, , others], gap) => [question, ...others].map((text) => ({ gap, text })));
  const askIds = await takeIds(client, 'assistant.gap_ask', asked.length);
  await insert(
    client,
    'assistant.gap_ask',
    asked.map(({ gap, text }, index) => ({
      ...{ id: askIds[index], company_id: companyId, gap_id: gapIds[gap], text },
      ...{
        ticket_id: ticketIds[index % Math.max(1, ticketIds.length)] ?? null,
        at: new Date(now - (index + 1) * 5_000_000),
      },
    })),
  );
  const goldenIds = await takeIds(client, 'assistant.golden', golden.length);
  await insert(
    client,
    'assistant.golden',
    golden.map(([question, must, mustNot, tool], index) => ({
      ...{ id: goldenIds[index], company_id: companyId, question, must, must_not: mustNot, tool, created_by: ownerId },
      ...{ created_at: at, updated_at: at },
    })),
  );
};

const makeChat = async (client: PoolClient, { companyId, ownerId }: Office, now: number): Promise<void> => {
  for (const { title, type, description } of prompts)
    await client.query(
      'insert into chatai.prompt (title, type, description) values ($1, $2, $3) on conflict (title_key) do nothing',
      [title, type, description],
    );
  const [prompt] = prompts;
  const { rows } = await client.query<{ id: number }>('select id from chatai.prompt where title = $1', [prompt.title]);
  const { rows: chats } = await client.query<{ id: number }>(
    `insert into chatai.chat (company_id, title, owner_id, prompt_id, prompt_title, prompt_type, instructions, config, created_at, updated_at)
     values ($1, 'Recurso de dona Maria Aparecida', $2, $3, $4, $5, $6, $7, $8, $8) returning id`,
    [
      companyId,
      ownerId,
      rows[0]?.id ?? null,
      prompt.title,
      prompt.type,
      prompt.description,
      {
        'Nome do cliente': 'Maria Aparecida dos Santos Oliveira',
        'Número do benefício': '42/198.334.127-0',
        'Data da decisão': '05/11/2026',
      },
      new Date(now - 2 * 3_600_000),
    ],
  );
  for (const [index, [actor, message]] of said.entries())
    await client.query(
      `insert into chatai.chat_message (company_id, chat_id, actor, message, user_id, ms, created_at) values ($1, $2, $3, $4, $5, $6, $7)`,
      [
        companyId,
        chats[0]?.id,
        actor,
        message,
        ownerId,
        actor === 'assistant' ? 4_200 : null,
        new Date(now - 2 * 3_600_000 - (said.length - index) * 60_000),
      ],
    );
};

/** The use of five weeks, less at weekends: the page of costs has two months, and a curve. */
const makeCosts = async (client: PoolClient, { companyId }: Office, now: number): Promise<void> => {
  const rows = Array.from({ length: 35 }, (_, ago) => new Date(now - ago * dayMs)).flatMap((day) => {
    const part = day.getUTCDay() === 0 ? 0.1 : day.getUTCDay() === 6 ? 0.4 : 1;
    return usage.map(([purpose, most, read, written]) => {
      const runs = Math.max(1, Math.round(most * part * (0.8 + (day.getUTCDate() % 5) / 12)));
      return {
        ...{ company_id: companyId, day: day.toISOString().slice(0, 10), purpose, ...model },
        ...{ runs, failed: day.getUTCDate() % 9 === 0 ? 1 : 0, unpriced: 0, audio_seconds: 0, cached_tokens: 0 },
        ...{ prompt_tokens: runs * read, completion_tokens: runs * written },
        cost_micros: Math.round(runs * (read * 1.4 + written * 11)),
      };
    });
  });
  await insert(client, 'chatai.usage_day', rows);
};

/** Creates prompts of the platform, a chat of the owner, and the use of models. */
export const makeAiChats = async (client: PoolClient, office: Office, now: number): Promise<void> => {
  await makeChat(client, office, now);
  await makeCosts(client, office, now);
};
