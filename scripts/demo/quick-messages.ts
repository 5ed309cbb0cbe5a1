import type { PoolClient } from 'pg';
import { insert, takeIds } from './write.ts';

interface DemoReply {
  shortcode: string;
  message: string;
  priority: 1 | 2 | 3;
}

const replies: readonly DemoReply[] = [
  {
    shortcode: 'ola',
    priority: 1,
    message: '{{saudacao}}, {{primeiroNome}}! Aqui é {{atendente}}. Como posso ajudar?',
  },
  {
    shortcode: 'documentos',
    priority: 1,
    message:
      'Para dar andamento, preciso destes documentos:\n• RG e CPF\n• Comprovante de residência\n• Carteira de trabalho (todas as páginas)\n\nPode enviar por aqui mesmo, em foto ou PDF.',
  },
  {
    shortcode: 'horario',
    priority: 2,
    message: 'Atendemos de segunda a sexta, das 8h às 18h, e aos sábados até o meio-dia.',
  },
  {
    shortcode: 'consulta',
    priority: 2,
    message:
      'A primeira consulta dura cerca de 40 minutos e pode ser presencial ou por vídeo. Qual dia desta semana fica melhor, {{primeiroNome}}?',
  },
  {
    shortcode: 'endereco',
    priority: 3,
    message: 'Estamos na Av. Paulista, 1842, 12º andar, conjunto 121, Bela Vista, a uma quadra do metrô Trianon-Masp.',
  },
  {
    shortcode: 'encerramento',
    priority: 3,
    message:
      'Obrigado pelo contato, {{primeiroNome}}. Seu atendimento tem o número {{protocolo}}. Se precisar, é só chamar por aqui.',
  },
];

/** Creates quick messages written by the owner and shared with everybody. */
export const makeQuickMessages = async (
  client: PoolClient,
  companyId: number,
  ownerId: number,
  others: readonly number[],
): Promise<void> => {
  const ids = await takeIds(client, 'quick_messages.quick_message', replies.length);
  await insert(
    client,
    'quick_messages.quick_message',
    replies.map((reply, index) => ({
      id: ids[index],
      company_id: companyId,
      user_id: ownerId,
      ...reply,
      created_at: new Date(),
    })),
  );
  const shares = ids.flatMap((quick_message_id) =>
    others.map((user_id) => ({ company_id: companyId, quick_message_id, user_id })),
  );
  await insert(client, 'quick_messages.share', shares);
};
