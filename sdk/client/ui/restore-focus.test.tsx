// @vitest-environment jsdom
import {
  FluentProvider,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  webLightTheme,
} from '@fluentui/react-components';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { hostSide } from '../index.ts';
import { ConfirmDialog, FormDialog, SideSheet } from './index.ts';

const shell = { ui: { cancel: 'Cancelar', close: 'Fechar' } };
beforeAll(() => hostSide.addTexts('shell', { pt: shell, en: shell, es: shell }));
beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

type Kind = 'form' | 'question' | 'sheet';
const nothing = () => undefined;

/** A page whose button opens something that stays mounted, or is mounted only while it is open. */
function Page({ kind, kept, loses }: { kind: Kind; kept: boolean; loses?: boolean }) {
  const [open, setOpen] = useState(false);
  const [isGone, setGone] = useState(false);
  const close = () => {
    setOpen(false);
    if (loses) setGone(true);
  };
  const props = { open, title: 'Transferir', onClose: close };
  const over =
    kind === 'form' ? (
      <FormDialog {...props} submitLabel="Salvar" onSubmit={close}>
        <input aria-label="Nome" autoFocus />
      </FormDialog>
    ) : kind === 'question' ? (
      <ConfirmDialog {...props} text="Certeza?" confirmLabel="Excluir" onConfirm={nothing} />
    ) : (
      <SideSheet {...props}>texto</SideSheet>
    );
  return (
    <FluentProvider theme={webLightTheme}>
      <main>
        <button type="button">Linha</button>
        {!isGone && (
          <button type="button" onClick={() => setOpen(true)}>
            Abrir
          </button>
        )}
      </main>
      {(kept || open) && over}
    </FluentProvider>
  );
}

const press = (name: string | RegExp) => {
  const button = screen.getByRole('button', { name, hidden: true });
  act(() => button.focus());
  fireEvent.click(button);
};
const focused = () => document.activeElement?.textContent;

for (const kind of ['form', 'question', 'sheet'] as const) {
  for (const kept of [true, false]) {
    test(`a ${kind} that is ${kept ? 'kept' : 'drawn only while it is open'} restores the focus to its opener`, async () => {
      render(<Page kind={kind} kept={kept} />);
      press('Abrir');
      await screen.findByRole(kind === 'question' ? 'alertdialog' : 'dialog');
      press(/^Fechar/);
      await waitFor(() => expect(focused()).toBe('Abrir'));
    });
  }
}

test('The focus is restored in the moment a dialog is removed, so that no key press is lost', async () => {
  render(<Page kind="form" kept={false} />);
  press('Abrir');
  const dialog = await screen.findByRole('dialog');
  const atRemoval = new Promise<string | null | undefined>((resolve) => {
    const observer = new MutationObserver(() => {
      if (dialog.isConnected) return;
      observer.disconnect();
      queueMicrotask(() => resolve(focused()));
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
  press('Cancelar');
  expect(await atRemoval).toBe('Abrir');
});

test('Esc in a field right after a dialog does not move the focus back into it', async () => {
  render(
    <>
      <Page kind="form" kept={false} />
      <input aria-label="Mensagem" />
    </>,
  );
  const field = screen.getByRole('textbox', { name: 'Mensagem' });
  press('Abrir');
  await screen.findByRole('dialog');
  press('Cancelar');
  act(() => field.focus());
  act(() => field.blur());
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(document.activeElement).toBe(document.body);
});

test('If the opener of a dialog is gone, the last focused element before it gets the focus', async () => {
  render(<Page kind="form" kept={false} loses />);
  press('Linha');
  press('Abrir');
  await screen.findByRole('dialog');
  press('Cancelar');
  await waitFor(() => expect(focused()).toBe('Linha'));
});

test('A dialog opened from a menu restores the focus to the menu’s button', async () => {
  function WithMenu() {
    const [open, setOpen] = useState(false);
    return (
      <FluentProvider theme={webLightTheme}>
        <Menu>
          <MenuTrigger disableButtonEnhancement>
            <button type="button">Mais</button>
          </MenuTrigger>
          <MenuPopover>
            <MenuList>
              <MenuItem onClick={() => setOpen(true)}>Excluir</MenuItem>
            </MenuList>
          </MenuPopover>
        </Menu>
        {open && (
          <ConfirmDialog
            open
            title="Excluir?"
            text="Certeza?"
            confirmLabel="Excluir"
            onConfirm={nothing}
            onClose={() => setOpen(false)}
          />
        )}
      </FluentProvider>
    );
  }
  render(<WithMenu />);
  press('Mais');
  const entry = await screen.findByRole('menuitem');
  act(() => entry.focus());
  fireEvent.click(entry);
  await screen.findByRole('alertdialog');
  press(/^Fechar/);
  await waitFor(() => expect(focused()).toBe('Mais'));
});
