import type { MessageKind } from '@balcao/tickets/contract';
import { answerKind } from '../../contract.ts';
import { answerSchema } from './answer.ts';

const words = { pt: 'Resposta a um comentário', en: 'Reply to a comment', es: 'Respuesta a un comentario' };

/** Answers to comments: each tells whether everybody reads it. They always have a text of their own. */
export const answerMessages: MessageKind = {
  id: answerKind,
  schema: answerSchema,
  text: (_data, language) => words[language],
};
