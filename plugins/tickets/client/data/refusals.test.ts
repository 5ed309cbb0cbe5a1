import { describe, expect, it } from 'vitest';
import { ApiError } from '@balcao/sdk/client';
import pt from '../../locales/pt.json' with { type: 'json' };
import { isRefusal, otherTicketOf, otherTicketText, refusalText, takerOf } from './refusals.ts';

/** The Portuguese text of a key, as people read it. */
const t = (key: string, values: Record<string, unknown> = {}): string => {
  const found = key.split('.').reduce<unknown>((node, part) => (node as Record<string, unknown>)[part], pt);
  return String(found).replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]));
};
const refused = (status: number, code: string, context: Record<string, unknown> = {}): ApiError =>
  new ApiError(status, code, undefined, context);

describe('Whoever may not open a conversation reads', () => {
  it('that the queue is not theirs', () => {
    expect(refusalText(refused(403, 'ERR_TICKET_OTHER_QUEUE'), t)).toBe('Acesso não permitido');
  });

  it('who has it and where, as far as that is known', () => {
    const whose = (context: Record<string, unknown>) => refusalText(refused(403, 'ERR_TICKET_OTHER_USER', context), t);
    expect(whose({ user: null, queue: null, status: 'open' })).toBe('Atendimento está atribuído para outro usuário');
    expect(whose({ user: 'Renata Lima', queue: 'Trabalhista', status: 'open' })).toBe(
      'Atendimento está atribuído para outro usuário: Renata Lima, no departamento Trabalhista',
    );
    expect(whose({ user: { id: 2, name: 'Renata Lima' }, queue: null, status: 'closed' })).toBe(
      'Atendimento foi fechado por Renata Lima',
    );
    expect(whose({ queue: 'Trabalhista', status: 'pending' })).toBe('Atendimento aguardando no departamento Trabalhista');
  });

  it('that it is not there, by an address that leads to none', () => {
    expect(refusalText(refused(404, 'ERR_NO_TICKET_FOUND'), t)).toBe('Atendimento não encontrado');
    expect(refusalText(refused(400, 'ERR_VALIDATION'), t)).toBe('Atendimento não encontrado');
    expect(isRefusal(refused(400, 'ERR_VALIDATION'))).toBe(true);
  });

  it('to try again when something else went wrong', () => {
    expect(refusalText(refused(500, 'ERR_INTERNAL'), t)).toBe('Por favor tente novamente');
    expect(isRefusal(refused(500, 'ERR_INTERNAL'))).toBe(false);
    expect(isRefusal(refused(0, 'ERR_OFFLINE'))).toBe(false);
    // A night's sleep ends the session, not the conversation that stands in the address.
    expect(isRefusal(refused(401, 'ERR_SESSION_EXPIRED'))).toBe(false);
    expect(isRefusal(refused(403, 'ERR_SESSION_EXPIRED'))).toBe(false);
    expect(isRefusal(refused(429, 'ERR_TOO_MANY_REQUESTS'))).toBe(false);
  });
});

describe('Whoever comes second learns', () => {
  it('who took the conversation', () => {
    expect(takerOf(refused(409, 'ERR_TICKET_TAKEN', { user: { id: 2, name: 'Ana' } }))).toBe('Ana');
    expect(takerOf(refused(409, 'ERR_TICKET_CHANGED'))).toBeUndefined();
  });

  it('where the contact’s open conversation is, or who has it where one may not open it', () => {
    const other = (context: Record<string, unknown>) =>
      otherTicketOf(refused(409, 'ERR_OTHER_OPEN_TICKET', { uuid: 'abc', ...context }));
    const mine = other({ mayOpen: true, user: 'Ana', queue: 'Trabalhista' });
    expect(mine).toMatchObject({ uuid: 'abc', mayOpen: true });
    const told = (context: Record<string, unknown>) => {
      const found = other({ mayOpen: false, ...context });
      return found && otherTicketText(found, t);
    };
    expect(mine && otherTicketText(mine, t)).toBe('Já existe uma conversa aberta para este contato.');
    expect(told({})).toBe('Já existe uma conversa aberta para este contato.');
    expect(told({ user: 'Ana' })).toBe('Já existe uma conversa aberta para este contato, com Ana.');
    expect(told({ queue: 'Trabalhista' })).toBe(
      'Já existe uma conversa aberta para este contato, no departamento Trabalhista.',
    );
    expect(told({ user: 'Ana', queue: 'Trabalhista' })).toBe(
      'Já existe uma conversa aberta para este contato, com Ana, no departamento Trabalhista.',
    );
    expect(otherTicketOf(new Error('no'))).toBeUndefined();
  });
});
