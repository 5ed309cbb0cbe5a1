// @vitest-environment jsdom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Activity } from 'react';
import { afterEach, expect, test } from 'vitest';
import { SpreadsheetUpload, type SpreadsheetUploadProps } from './index.ts';

afterEach(cleanup);

const texts = {
  title: 'Planilha',
  text: 'xlsx, xls ou csv',
  choose: 'Escolher arquivo',
  sending: 'Enviando',
  reading: 'Lendo',
  type: 'Escolha uma planilha.',
  large: 'Arquivo muito grande.',
};

test('Another file can be chosen after the session ended during an upload', async () => {
  const upload: SpreadsheetUploadProps['upload'] = (_file, { signal }) =>
    new Promise((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError'))),
    );
  const page = (mode: 'visible' | 'hidden') => (
    <FluentProvider theme={webLightTheme}>
      <Activity mode={mode}>
        <SpreadsheetUpload upload={upload} maxBytes={1000} texts={texts} />
      </Activity>
    </FluentProvider>
  );
  const view = render(page('visible'));
  const picker = view.container.querySelector('input[type="file"]') as HTMLInputElement;
  await act(async () => fireEvent.change(picker, { target: { files: [new File(['a;b'], 'contatos.xlsx')] } }));
  screen.getByText('Enviando');
  await act(async () => view.rerender(page('hidden')));
  await act(async () => view.rerender(page('visible')));
  screen.getByRole('button', { name: 'Escolher arquivo' });
  expect(screen.queryByRole('alert')).toBeNull();
});
