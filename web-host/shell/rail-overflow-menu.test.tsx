// @vitest-environment jsdom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, expect, it } from 'vitest';
import type { MenuEntry } from './menu.ts';
import RailOverflowMenu from './RailOverflowMenu.tsx';

afterEach(cleanup);

const entry: MenuEntry = {
  key: 'tags/tags',
  section: 'work',
  path: '/tags',
  label: 'Etiquetas',
  icon: () => null,
} as never;

it('A page of the rail’s overflow menu is a link that the browser can open in a new tab', async () => {
  render(
    <FluentProvider theme={webLightTheme}>
      <MemoryRouter basename="/app" initialEntries={['/app/tickets']}>
        <RailOverflowMenu entries={[entry]} startOpen />
        <Routes>
          <Route path="/tickets" element={<p>Atendimentos</p>} />
          <Route path="/tags" element={<p>Página de etiquetas</p>} />
        </Routes>
      </MemoryRouter>
    </FluentProvider>,
  );
  const link = await screen.findByRole('menuitem', { name: 'Etiquetas' });
  expect(link.getAttribute('href')).toBe('/app/tags');
  fireEvent.click(link, { ctrlKey: true });
  expect(screen.queryByText('Página de etiquetas')).toBeNull();
  fireEvent.click(screen.getByRole('button'));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Etiquetas' }));
  expect(screen.getByText('Página de etiquetas')).toBeDefined();
});
