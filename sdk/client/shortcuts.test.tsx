// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keyCaps, useShortcut, useShortcuts } from './shortcuts.ts';

let pressed: string[];
function Key({ keys, label, when }: { keys: string; label?: string; when?: () => boolean }) {
  useShortcut(keys, () => pressed.push(label ?? keys), { label, when });
  return null;
}
const List = () => (
  <ul>
    {useShortcuts().map(({ label }) => (
      <li key={label}>{label}</li>
    ))}
  </ul>
);

beforeEach(() => {
  pressed = [];
});
afterEach(cleanup);

test('A shortcut key works on the page, and is a plain letter in a field', () => {
  render(
    <>
      <Key keys="j" />
      <Key keys="mod+k" />
      <input aria-label="text" />
    </>,
  );
  fireEvent.keyDown(document.body, { key: 'j' });
  fireEvent.keyDown(screen.getByLabelText('text'), { key: 'j' });
  expect(pressed).toEqual(['j']);
  fireEvent.keyDown(screen.getByLabelText('text'), { key: 'k', ctrlKey: true });
  expect(pressed).toEqual(['j', 'mod+k']);
});

test('A shortcut with a shifted character is written as that character', () => {
  render(<Key keys="?" />);
  fireEvent.keyDown(document.body, { key: '?', shiftKey: true });
  expect(pressed).toEqual(['?']);
});

test('Of two shortcuts with one key the newer one wins, unless it does not apply', () => {
  const view = render(
    <>
      <Key keys="r" label="page" />
      <Key keys="r" label="panel" />
    </>,
  );
  fireEvent.keyDown(document.body, { key: 'r' });
  view.rerender(
    <>
      <Key keys="r" label="page" />
      <Key keys="r" label="panel" when={() => false} />
    </>,
  );
  fireEvent.keyDown(document.body, { key: 'r' });
  expect(pressed).toEqual(['panel', 'page']);
});

test('Single-key shortcuts are inactive behind an open dialog', () => {
  render(
    <>
      <Key keys="r" />
      <div role="dialog" aria-modal="true">
        <button>in the dialog</button>
      </div>
    </>,
  );
  fireEvent.keyDown(screen.getByText('in the dialog'), { key: 'r' });
  expect(pressed).toEqual([]);
});

test('The list of shortcuts contains mounted shortcuts with a label', () => {
  const view = render(
    <>
      <Key keys="a" label="Aceitar" />
      <Key keys="b" />
      <List />
    </>,
  );
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Aceitar']);
  view.rerender(<List />);
  expect(screen.queryAllByRole('listitem')).toEqual([]);
});

test('Shortcut keys are displayed as on the keyboard', () => {
  expect(keyCaps('mod+shift+k')).toEqual(['Ctrl', 'Shift', 'K']);
  expect(keyCaps('escape')).toEqual(['Esc']);
});

test('A plus can be a shortcut key', () => {
  expect(keyCaps('+')).toEqual(['+']);
});
