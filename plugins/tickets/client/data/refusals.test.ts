import { describe, expect, it } from 'vitest';
import { ApiError } from '@balcao/sdk/client';
import pt from '../../locales/pt.json' with { type: 'json' };
import { isRefusal, otherTicketOf, otherTicketText, refusalText, acceptedBy } from './refusals.ts';

/** Returns the Portuguese text of a key. */
const t = (key: string, values: Record<string, unknown> = {}): string => {
  const found = key.split('.').reduce<unknown>((node, part) => (node as Record<string, unknown>)[part], pt);
  return String(found).replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]));
};
const refused = (status: number, code: string, context: Record<string, unknown> = {}): ApiError =>
  new ApiError(status, code, undefined, context);

describe('Refusing to open a conversation', () => {
  it('A conversation of another queue is refused with the queue as reason', () => {
    expect(refusalText(refused(403, 'ERR_TICKET_OTHER_QUEUE'), t)).toBe('Acesso não permitido');
  });

  it('A refused conversation names who has it and where, as far as that is known', () => {
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

  it('An address that leads to no conversation says so', () => {
    expect(refusalText(refused(404, 'ERR_NO_TICKET_FOUND'), t)).toBe('Atendimento não encontrado');
    expect(refusalText(refused(400, 'ERR_VALIDATION'), t)).toBe('Atendimento não encontrado');
    expect(isRefusal(refused(400, 'ERR_VALIDATION'))).toBe(true);
  });

  it('Any other failure to open a conversation suggests trying again', () => {
    expect(refusalText(refused(500, 'ERR_INTERNAL'), t)).toBe('Por favor tente novamente');
    expect(isRefusal(refused(500, 'ERR_INTERNAL'))).toBe(false);
    expect(isRefusal(refused(0, 'ERR_OFFLINE'))).toBe(false);
    // A session that expired overnight is no refusal of the conversation in the address.
    expect(isRefusal(refused(401, 'ERR_SESSION_EXPIRED'))).toBe(false);
    expect(isRefusal(refused(403, 'ERR_SESSION_EXPIRED'))).toBe(false);
    expect(isRefusal(refused(429, 'ERR_TOO_MANY_REQUESTS'))).toBe(false);
  });
});

describe('Accepting a conversation too late', () => {
  it('The second of two people who accept learns who has the conversation', () => {
    expect(acceptedBy(refused(409, 'ERR_TICKET_TAKEN', { user: { id: 2, name: 'Ana' } }))).toBe('Ana');
    expect(acceptedBy(refused(409, 'ERR_TICKET_CHANGED'))).toBeUndefined();
  });

  it('Starting a second conversation with a contact leads to the open one, or names who has it', () => {
    const other = (context: Record<string, unknown>) =>
      otherTicketOf(refused(409, 'ERR_OTHER_OPEN_TICKET', { uuid: 'abc', ...context }));
    const mine = other({ mayOpen: true, user: 'Ana', queue: 'Trabalhista' });
    expect(mine).toMatchObject({ uuid: 'abc', mayOpen: true });
    const textFor = (context: Record<string, unknown>) => {
      const found = other({ mayOpen: false, ...context });
      return found && otherTicketText(found, t);
    };
    expect(mine && otherTicketText(mine, t)).toBe('Já existe uma conversa aberta para este contato.');
    expect(textFor({})).toBe('Já existe uma conversa aberta para este contato.');
    expect(textFor({ user: 'Ana' })).toBe('Já existe uma conversa aberta para este contato, com Ana.');
    expect(textFor({ queue: 'Trabalhista' })).toBe(
      'Já existe uma conversa aberta para este contato, no departamento Trabalhista.',
    );
    expect(textFor({ user: 'Ana', queue: 'Trabalhista' })).toBe(
      'Já existe uma conversa aberta para este contato, com Ana, no departamento Trabalhista.',
    );
    expect(otherTicketOf(new Error('no'))).toBeUndefined();
  });
});
