import type { PoolClient } from 'pg';
import type { Random } from './random.ts';
import type { WrittenTicket } from './tickets.ts';
import { insert, takeIds } from './write.ts';

interface DemoTag {
  name: string;
  color: string;
  /** Share of the conversations in this state with the tag. */
  open: number;
  closed: number;
}

const tags: readonly DemoTag[] = [
  { name: 'Contrato Fechado', color: '#3da454', open: 0.1, closed: 0.35 },
  { name: 'Urgente', color: '#d86258', open: 0.2, closed: 0.04 },
  { name: 'Aguardando documentos', color: '#b78006', open: 0.3, closed: 0.05 },
  { name: 'Audiência marcada', color: '#4e8ce6', open: 0.15, closed: 0.1 },
  { name: 'Primeira consulta', color: '#05a291', open: 0.2, closed: 0.2 },
  { name: 'Indicação de cliente', color: '#8f78df', open: 0.12, closed: 0.15 },
  { name: 'Recurso no INSS', color: '#d16d23', open: 0.12, closed: 0.08 },
];

/** Creates tags of the company and adds them to conversations; pending ones have none yet. */
export const makeTags = async (
  client: PoolClient,
  companyId: number,
  tickets: readonly WrittenTicket[],
  random: Random,
): Promise<void> => {
  const ids = await takeIds(client, 'tags.tag', tags.length);
  const created_at = new Date();
  await insert(
    client,
    'tags.tag',
    tags.map(({ name, color }, index) => ({ id: ids[index], company_id: companyId, name, color, created_at })),
  );
  const worn = tickets.flatMap(({ id, status, lastAt }) =>
    status === 'pending'
      ? []
      : tags.flatMap((tag, index) =>
          random.chance(tag[status])
            ? [{ company_id: companyId, ticket_id: id, tag_id: ids[index], created_at: new Date(lastAt) }]
            : [],
        ),
  );
  await insert(client, 'tags.ticket_tag', worn);
};
