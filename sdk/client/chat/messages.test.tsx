// @vitest-environment jsdom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setLanguage } from '../index.ts';
import { Album, HighlightContext, Message, RichText, Ticks } from './index.ts';
import type { AlbumPicture, ChatMedia, ChatMessage } from './index.ts';

const at = '2026-11-20T12:00:00.000Z';
const message = (change: Partial<ChatMessage> = {}): ChatMessage => ({
  id: 1,
  body: 'Bom dia',
  fromMe: false,
  createdAt: at,
  ...change,
});
const file = (type: ChatMedia['type'], name: string): ChatMedia => ({
  url: `/media/1/${name}`,
  type,
  name,
  size: 2048,
});
const show = (children: ReactNode) => render(<FluentProvider theme={webLightTheme}>{children}</FluentProvider>);

beforeEach(() => {
  // jsdom has neither, so a recording is rendered without its waveform.
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(() => Promise.reject(new TypeError('offline'))),
  );
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await setLanguage('pt');
});

test('A message shows the formatting of messengers, and an unclosed mark stays as typed', () => {
  show(<Message message={message({ body: '*Prazo* de _cinco_ dias: ~ontem~ `hoje`\n- RG\n- CPF\n2 * 3' })} />);
  expect(screen.getByText('Prazo').tagName).toBe('STRONG');
  expect(screen.getByText('cinco').tagName).toBe('EM');
  expect(screen.getByText('ontem').tagName).toBe('S');
  expect(screen.getByText('hoje').tagName).toBe('CODE');
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['RG', 'CPF']);
  expect(screen.getByText('2 * 3')).toBeDefined();
});

test('A link in a message opens a new window without a referrer; a script is no link', () => {
  show(<RichText text="veja https://exemplo.com.br/a_b e javascript:alert(1)" />);
  const link = screen.getByRole('link');
  expect(link.getAttribute('href')).toBe('https://exemplo.com.br/a_b');
  expect(link.getAttribute('target')).toBe('_blank');
  expect(link.getAttribute('rel')).toContain('noopener');
  expect(screen.getAllByRole('link')).toHaveLength(1);
});

test('A search term is highlighted in every message, ignoring accents', () => {
  show(
    <HighlightContext value="pericia">
      <RichText text="A *perícia* foi marcada" />
    </HighlightContext>,
  );
  expect(screen.getByText('perícia').tagName).toBe('MARK');
});

test('Ticks name the delivery state in the reader’s language', async () => {
  await setLanguage('en');
  show(
    <>
      {[-1, 0, 1, 2, 3, 4].map((ack) => (
        <Ticks key={ack} ack={ack} />
      ))}
    </>,
  );
  expect(screen.getAllByRole('img').map((mark) => mark.getAttribute('aria-label'))).toEqual([
    'Not sent.',
    'Waiting to be sent',
    'Sent',
    'Delivered',
    'Read',
    'Read',
  ]);
});

test('A message without ack shows no ticks, and one without an author no name', () => {
  show(<Message message={message()} />);
  expect(screen.queryByRole('img')).toBeNull();
  expect(document.querySelector('[data-bubble]')?.firstElementChild?.textContent).toContain('Bom dia');
});

test('A deleted message shows nothing of its content', () => {
  const reactions = [{ emoji: '👍', fromMe: true, name: 'Ana' }];
  show(
    <Message
      message={message({ isDeleted: true, isEdited: true, ack: 3, reactions, files: [file('image', 'a.png')] })}
    />,
  );
  expect(screen.getByText('Mensagem apagada')).toBeDefined();
  expect(screen.queryByText('Bom dia')).toBeNull();
  expect(screen.queryByText('editada')).toBeNull();
  expect(screen.queryAllByRole('img')).toEqual([]);
});

test('A reaction names its authors, and can be pressed only by people who may react', () => {
  const reactions = [
    { emoji: '👍', fromMe: false, name: null },
    { emoji: '👍', fromMe: true, name: 'Ana' },
  ];
  const onReact = vi.fn<(emoji: string) => void>();
  const nameOf = ({ name }: { name: string | null }): string => name ?? 'Helena';
  const { rerender } = show(<Message message={message({ reactions })} nameOf={nameOf} onReact={onReact} />);
  const pill = screen.getByRole('button', { name: '👍 Helena, Ana' });
  expect(pill.getAttribute('aria-pressed')).toBe('true');
  fireEvent.click(pill);
  expect(onReact).toHaveBeenCalledExactlyOnceWith('👍');
  rerender(
    <FluentProvider theme={webLightTheme}>
      <Message message={message({ reactions })} nameOf={nameOf} />
    </FluentProvider>,
  );
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByRole('img', { name: '👍 Helena, Ana' })).toBeDefined();
});

test('A quote shows its author and text, and is a link only if the message can be shown', () => {
  const quoted = { author: 'Ana', body: '*Segue* o recibo', type: 'image' as const };
  const onQuoted = vi.fn<() => void>();
  show(
    <>
      <Message message={message({ quoted })} onQuoted={onQuoted} />
      <Message message={message({ id: 2, quoted: { author: 'Bia', body: '' } })} />
    </>,
  );
  fireEvent.click(screen.getByRole('button'));
  expect(onQuoted).toHaveBeenCalledOnce();
  expect(screen.getByRole('button').textContent).toBe('AnaFoto · Segue o recibo');
  // Empty: the quoted message was deleted.
  expect(screen.getByText('Mensagem apagada')).toBeDefined();
});

test('All files of a message are shown: pictures in one grid, the others in their order', () => {
  const onOpen = vi.fn<(picture: ChatMedia) => void>();
  const files = [
    file('document', 'contrato.pdf'),
    file('image', 'a.png'),
    file('audio', 'voz.ogg'),
    file('image', 'b.png'),
  ];
  show(<Message message={message({ files })} onOpen={onOpen} />);
  const grid = screen.getByRole('group', { name: 'Álbum com 2 fotos' });
  fireEvent.click(within(grid).getByRole('button', { name: 'Ver b.png em tela cheia' }));
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(files[3]);
  const document_ = screen.getByRole('link', { name: 'Baixar contrato.pdf' });
  expect(document_.textContent).toContain('PDF · 2 kB');
  const player = screen.getByRole('slider', { name: 'Posição no áudio' });
  expect(document_.compareDocumentPosition(player) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  expect(screen.getByText('Bom dia')).toBeDefined();
});

test('Every message shows the time once, whatever its content', () => {
  const kinds: Partial<ChatMessage>[] = [
    {},
    ...(['image', 'audio', 'video', 'document', 'sticker'] as const).flatMap((type) => [
      { files: [file(type, 'a')], body: '' },
      { files: [file(type, 'a')] },
      { files: [file('image', 'b'), file('image', 'c'), file(type, 'a')], body: '' },
    ]),
    { data: { kind: 'location', latitude: -23.5, longitude: -46.6 } },
    { data: { kind: 'contacts', contacts: [{ name: 'Cartório', numbers: ['551133334444'] }] } },
    { data: { kind: 'polls.poll' } },
    { isDeleted: true },
  ];
  for (const kind of kinds) {
    const { container, unmount } = show(<Message message={message(kind)} />);
    expect(container.querySelectorAll('time'), JSON.stringify(kind)).toHaveLength(1);
    unmount();
  }
});

test('A contact card offers a conversation only with numbers that the reader may see', () => {
  const contacts = [{ name: 'Cartório', numbers: ['551133334444', '55********44'] }];
  const onTalk = vi.fn<(name: string, number: string) => Promise<void>>(() => Promise.resolve());
  show(<Message message={message({ data: { kind: 'contacts', contacts } })} onTalk={onTalk} />);
  fireEvent.click(screen.getByRole('button', { name: /^Conversar com Cartório/ }));
  expect(onTalk).toHaveBeenCalledExactlyOnceWith('Cartório', '551133334444');
});

test('An album shows four of many pictures, and an upload in it can be cancelled', () => {
  const onCancel = vi.fn<(picture: AlbumPicture) => void>();
  const pictures = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => ({ id, media: file('image', `${id}.png`) }));
  const [first, ...rest] = pictures;
  show(<Album pictures={[{ ...first!, progress: 0.5 }, ...rest]} onOpen={() => undefined} onCancel={onCancel} />);
  expect(screen.getByRole('progressbar', { name: 'Enviando a.png' }).getAttribute('aria-valuenow')).toBe('0.5');
  fireEvent.click(screen.getByRole('button', { name: 'Cancelar o envio' }));
  expect(onCancel.mock.calls[0]?.[0]).toMatchObject({ id: 'a' });
  expect(screen.getByRole('button', { name: 'Ver d.png e mais 2 em tela cheia' })).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Ver e.png/ })).toBeNull();
});
