import { Dropdown, Field, makeStyles, Option, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { useT } from '@balcao/sdk/client';
import { Bar, EmptyState, SearchBox } from '@balcao/sdk/ui';
import type { Queue } from '@balcao/queues/contract';
import type { LoginView } from '../../contract.ts';
import { freeKeys, keyOf, matching } from './choice.ts';
import { PageBox } from './PageBox.tsx';

/** From this number of pages on there is a search. */
const manyPages = 6;

const useStyles = makeStyles({
  all: { display: 'grid', gap: '12px' },
  top: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: '12px', flexWrap: 'wrap' },
  count: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  search: { flexGrow: 1, maxWidth: '280px' },
  list: { display: 'grid', gap: '12px', margin: 0, padding: 0 },
});

export interface PagePickerProps {
  login: LoginView;
  chosen: ReadonlySet<string>;
  onChoose(chosen: ReadonlySet<string>): void;
  queues: readonly Queue[];
  queueId: number | undefined;
  onQueue(queueId: number): void;
}

/** The pages of a login, and what of them is connected. */
export function PagePicker({ login, chosen, onChoose, queues, queueId, onQueue }: PagePickerProps) {
  const t = useT();
  const styles = useStyles();
  const [term, setTerm] = useState('');
  const pages = matching(login.pages, term);
  const free = freeKeys(login).length;
  const toggle = (key: string, isOn: boolean): void => {
    const next = new Set(chosen);
    if (isOn) next.add(key);
    else next.delete(key);
    onChoose(next);
  };
  if (login.pages.length === 0) return <EmptyState title={t('picker.noPages')} />;
  return (
    <div className={styles.all}>
      <div className={styles.top}>
        {login.pages.length >= manyPages ? (
          <div className={styles.search}>
            <SearchBox
              value={term}
              wait={150}
              onChange={setTerm}
              placeholder={t('picker.search', { count: login.pages.length })}
            />
          </div>
        ) : (
          <span />
        )}
        <span className={styles.count}>{t('picker.free', { count: free })}</span>
      </div>
      {pages.length === 0 && <EmptyState title={t('picker.noneFound')} />}
      <ul className={styles.list}>
        {pages.map((page) => (
          <PageBox
            key={page.pageId}
            page={page}
            via={login.via}
            chosen={chosen}
            onChange={(channel, isOn) => toggle(keyOf(page.pageId, channel), isOn)}
          />
        ))}
      </ul>
      {queues.length === 0 && <Bar tone="warn">{t('picker.noQueue')}</Bar>}
      {queues.length > 1 && (
        <Field label={t('picker.queue')}>
          <Dropdown
            value={queues.find(({ id }) => id === queueId)?.name ?? ''}
            selectedOptions={queueId === undefined ? [] : [String(queueId)]}
            onOptionSelect={(_, { optionValue }) => optionValue !== undefined && onQueue(Number(optionValue))}
          >
            {queues.map(({ id, name }) => (
              <Option key={id} value={String(id)}>
                {name}
              </Option>
            ))}
          </Dropdown>
        </Field>
      )}
    </div>
  );
}
