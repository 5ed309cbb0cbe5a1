import { describe, expect, it } from 'vitest';
import { sizeText } from '@balcao/sdk/chat';
import { attachmentLimit, kindOf, refusalOf } from './attachments.ts';

describe('Attachments', () => {
  it('An attachment is accepted up to 50 MB and of the accepted kinds only', () => {
    expect(refusalOf({ name: 'Procuração.PDF', size: attachmentLimit })).toBeUndefined();
    expect(refusalOf({ name: 'video.mp4', size: attachmentLimit + 1 })).toBe('tooLarge');
    expect(refusalOf({ name: 'pagina.html', size: 10 })).toBe('notAccepted');
    expect(refusalOf({ name: 'semextensao', size: 10 })).toBe('notAccepted');
    expect(refusalOf({ name: 'vazio.pdf', size: 0 })).toBe('empty');
  });

  it('An attachment is shown by its kind', () => {
    expect(kindOf({ name: 'a.png', type: 'image/png' })).toBe('image');
    expect(kindOf({ name: 'a.opu', type: '' })).toBe('audio');
    expect(kindOf({ name: 'a.docx', type: 'application/zip' })).toBe('document');
  });

  it('The size of an attachment is shown in few digits', () => {
    const format = (value: number): string => value.toLocaleString('pt-BR');
    expect(sizeText(812, format)).toBe('812 B');
    expect(sizeText(347_900, format)).toBe('348 kB');
    expect(sizeText(1_240_000, format)).toBe('1,2 MB');
  });
});
