import type { PoolClient } from 'pg';
import { hour, minute } from './calendar.ts';
import { insert, takeIds } from './write.ts';

interface Office {
  companyId: number;
  people: readonly { id: number; name: string }[];
  /** A conversation with a customer that is shared in a direct chat. */
  ticketId: number | undefined;
}

/** Author, minutes ago, text; people are numbers of the cast. `quotes` is the place of an earlier line. */
interface Line {
  by: number;
  ago: number;
  text: string;
  mentions?: readonly number[];
  quotes?: number;
  shares?: true;
}
interface Chat {
  title: string;
  kind: 'group' | 'channel' | 'direct';
  people: readonly number[];
  /** How many of the last lines the first person has not read. */
  unread: number;
  lines: readonly Line[];
}

const day = 24 * 60;
const chats: readonly Chat[] = [
  {
    title: 'Modelos e petições',
    kind: 'channel',
    people: [1, 0, 2, 3, 4],
    unread: 0,
    lines: [
      {
        by: 1,
        ago: 9 * day,
        text: '*Nova versão da inicial de aposentadoria*\nIncluí o tópico do tempo especial. Usem esta a partir de hoje.',
      },
      {
        by: 1,
        ago: 2 * day,
        text: '*Procuração com poderes especiais*\nAtualizei o endereço do escritório no cabeçalho.',
      },
    ],
  },
  {
    title: 'Avisos do escritório',
    kind: 'channel',
    people: [1, 0, 2, 3, 4],
    unread: 1,
    lines: [
      {
        by: 1,
        ago: 7 * day,
        text: '*Boas-vindas à Juliana Nakamura*\nA Juliana começa na segunda no Previdenciário. A Ana mostra o atendimento.',
      },
      {
        by: 1,
        ago: 3 * day,
        text: '*Plantão do feriado de sexta*\nFórum fechado, prazos prorrogados para segunda. Plantão com o Carlos, das 8h às 14h.',
      },
      {
        by: 1,
        ago: 95,
        text: '*Recesso forense de 20/12 a 20/01*\nQuem vai estar fora avise até dia 30. Prazos suspensos, mas o atendimento continua em meio período.',
      },
    ],
  },
  {
    title: 'Previdenciário',
    kind: 'group',
    people: [0, 1, 2, 4],
    unread: 3,
    lines: [
      { by: 4, ago: 240, text: 'Bom dia! Alguém tem o telefone novo do seu Osmar?' },
      { by: 2, ago: 236, text: 'Está na ficha dele desde ontem 😊' },
      { by: 0, ago: 180, text: 'Pessoal, a perícia da dona Luzia foi marcada para quinta às 9h.' },
      { by: 1, ago: 62, text: 'Saiu o CNIS da dona Maria. O vínculo de 94 a 2001 aparece!' },
      { by: 2, ago: 60, text: 'Que notícia boa! Posso avisar a família?', quotes: 3 },
      { by: 4, ago: 41, text: 'consegue ver a procuração antes do protocolo?', mentions: [0] },
    ],
  },
  {
    title: '',
    kind: 'direct',
    people: [0, 1],
    unread: 0,
    lines: [
      { by: 1, ago: 50, text: 'Marina, saiu a decisão da dona Maria. Você já falou com ela?' },
      { by: 0, ago: 44, text: 'Acabei de confirmar a concessão com ela. Você protocola os atrasados?', quotes: 0 },
      { by: 1, ago: 40, text: 'Protocolo hoje até as 16h.' },
      { by: 0, ago: 32, text: 'Abri o atendimento, falta só assinar:', shares: true },
      { by: 1, ago: 30, text: 'Vi! Assino agora 👍' },
    ],
  },
  {
    title: '',
    kind: 'direct',
    people: [0, 3],
    unread: 1,
    lines: [
      { by: 0, ago: day + 90, text: 'Carlos, consegue cobrir a audiência de amanhã às 14h?' },
      { by: 3, ago: day + 60, text: 'Consigo sim. Me manda o número do processo?' },
      { by: 0, ago: day + 55, text: '1004521-33.2025.8.26.0053, 3ª Vara. Obrigada! 💜' },
      { by: 3, ago: 20, text: 'Deu tudo certo na audiência, acordo homologado.' },
    ],
  },
];

/** Chats, channels and direct chats of a handful of people, in the caller's transaction. */
export const makeChats = async (
  client: PoolClient,
  { companyId, people, ticketId }: Office,
  now: number,
): Promise<void> => {
  const at = (minutesAgo: number): string => new Date(now - minutesAgo * minute).toISOString();
  const personOf = (place: number) => people[place] ?? { id: 0, name: '' };
  const ids = await takeIds(client, 'internal_chat.chat', chats.length);
  for (const [index, chat] of chats.entries()) {
    const id = ids[index] ?? 0;
    const members = chat.people.map(personOf);
    const pair = members.map((person) => person.id).toSorted((one, other) => one - other);
    const last = chat.lines.at(-1)?.ago ?? 0;
    const began = at((chat.lines[0]?.ago ?? 0) + 2 * (hour / minute));
    await client.query(
      `insert into internal_chat.chat (id, company_id, title, is_channel, direct_key, owner_id, seq, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        id,
        companyId,
        chat.title,
        chat.kind === 'channel',
        chat.kind === 'direct' ? pair.join(':') : null,
        members[0]?.id,
        chat.lines.length,
        began,
        at(last),
      ],
    );
    await client.query(
      `insert into internal_chat.member (company_id, chat_id, user_id, read_seq, joined_at)
       select $1, $2, u.id, case when u.id = $4 then $5::int else $6::int end, $7
         from unnest($3::int[]) u(id)`,
      [
        companyId,
        id,
        members.map((person) => person.id),
        personOf(0).id,
        chat.lines.length - chat.unread,
        chat.lines.length,
        began,
      ],
    );
    const messageIds = await takeIds(client, 'internal_chat.message', chat.lines.length);
    for (const [place, line] of chat.lines.entries()) {
      const mentioned = (line.mentions ?? []).map((person) => personOf(person).id);
      const body = mentioned.map((person) => `@[${person}] `).join('') + line.text;
      await client.query(
        `insert into internal_chat.message (id, company_id, chat_id, seq, sender_id, sender_name, body, mentioned,
           quoted_id, ticket_id, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
        [
          messageIds[place],
          companyId,
          id,
          place + 1,
          personOf(line.by).id,
          personOf(line.by).name,
          body,
          mentioned,
          line.quotes === undefined ? null : messageIds[line.quotes],
          line.shares ? (ticketId ?? null) : null,
          at(line.ago),
        ],
      );
      await insert(
        client,
        'internal_chat.mention',
        mentioned.map((person) => ({
          company_id: companyId,
          message_id: messageIds[place],
          user_id: person,
          chat_id: id,
          seq: place + 1,
        })),
      );
    }
  }
};
