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

test('a key works on the page, and is only a letter while somebody types', () => {
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

test('a sign that needs shift is written as it is read', () => {
  render(<Key keys="?" />);
  fireEvent.keyDown(document.body, { key: '?', shiftKey: true });
  expect(pressed).toEqual(['?']);
});

test('of two with one key the newer wins, unless it does not apply now', () => {
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

test('behind an open dialog no single key does anything', () => {
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

test('the sheet lists what has a label while it is there', () => {
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

test('keys are shown as they stand on the keyboard', () => {
  expect(keyCaps('mod+shift+k')).toEqual(['Ctrl', 'Shift', 'K']);
  expect(keyCaps('escape')).toEqual(['Esc']);
});

test('a plus is read as a key', () => {
  expect(keyCaps('+')).toEqual(['+']);
});
