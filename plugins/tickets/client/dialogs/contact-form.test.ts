import { describe, expect, it } from 'vitest';
import { contactFaults, digitsOf } from './contact-form.ts';

describe('The fields of a contact', () => {
  it('are taken as people paste them', () => {
    expect(digitsOf('+55 (11) 98888-4417')).toBe('5511988884417');
    expect(contactFaults({ name: 'Ana', number: '+55 (11) 98888-4417', email: '' })).toEqual({});
  });

  it('say what is wrong with each of them', () => {
    expect(contactFaults({ name: ' ', number: '123', email: 'ana@' })).toEqual({
      name: 'required',
      number: 'numberShort',
      email: 'email',
    });
    expect(contactFaults({ name: 'A', email: 'ana@ex.com' })).toEqual({ name: 'nameShort' });
    expect(contactFaults({ name: 'A'.repeat(51), number: '1'.repeat(51), email: '' })).toEqual({
      name: 'nameLong',
      number: 'numberLong',
    });
  });
});
