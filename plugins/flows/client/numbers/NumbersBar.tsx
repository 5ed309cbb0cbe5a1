import { useEffect } from 'react';
import { Button, Dropdown, Option, makeStyles, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { api, useFormat, useSession, useT } from '@balcao/sdk/client';
import type { FlowNumbers } from '../../graph/wire.ts';
import { readDocument } from '../document/document.ts';
import { useEditor, useEditorState } from '../editor/context.ts';
import { useVersion, useVersions } from '../editor/usePublished.ts';
import { datesOf } from './range.ts';
import { useShownVersion } from './shown-version.ts';
import { SpanFields } from './SpanFields.tsx';

const useStyles = makeStyles({
  bar: {
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    gap: '8px 16px',
    minHeight: '48px',
    padding: '8px 16px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  choice: { minWidth: '140px' },
  total: { whiteSpace: 'nowrap' },
  number: { fontVariantNumeric: 'tabular-nums' },
});

/** Which version and days the numbers on the canvas are of, and their totals. */
export function NumbersBar({ flowId, onReport }: { flowId: number | undefined; onReport(): void }) {
  const t = useT();
  const format = useFormat();
  const styles = useStyles();
  const { store } = useEditor();
  const { company } = useSession();
  const span = useEditorState(({ numbersOf }) => numbersOf.span);
  const versionId = useEditorState(({ numbersOf }) => numbersOf.versionId);
  const numbers = useEditorState((state) => state.numbers);
  const { data: versions = [] } = useVersions(flowId);
  const chosen = useShownVersion(flowId);
  const { data: version } = useVersion(flowId, chosen?.id);
  const { data } = useQuery({
    queryKey: ['flows', 'numbers', flowId, chosen?.id, span],
    queryFn: ({ signal }) =>
      api.get<FlowNumbers>(
        `/flow/${flowId ?? 0}/numbers`,
        { ...datesOf(span, company.timeZone), versionId: chosen?.id },
        { signal },
      ),
    enabled: chosen !== undefined,
    refetchInterval: 60_000,
  });
  useEffect(() => {
    store.set({
      numbers: data,
      version: version && readDocument(store.document.title, version.data),
    });
  }, [store, data, version]);
  useEffect(() => () => store.set({ numbers: undefined, version: undefined }), [store]);
  const ended = numbers?.sessions.ended ?? {};
  const sum = (...keys: (keyof typeof ended)[]): number => keys.reduce((total, key) => total + (ended[key] ?? 0), 0);
  const totals = [
    ['entered', numbers?.sessions.started ?? 0],
    ['handed', sum('handed', 'person', 'failed', 'limit')],
    ['solved', sum('completed', 'closed')],
    ['dropped', sum('expired', 'left', 'stopped')],
    ['running', numbers?.sessions.running ?? 0],
  ] as const;
  return (
    <div className={styles.bar}>
      <Dropdown
        className={styles.choice}
        aria-label={t('num.version')}
        value={
          chosen ? t(chosen.isLive ? 'num.liveVersion' : 'num.aVersion', { number: chosen.number }) : t('num.noVersion')
        }
        selectedOptions={chosen ? [String(chosen.id)] : []}
        onOptionSelect={(_, { optionValue }) =>
          store.set({ numbersOf: { span, versionId: Number(optionValue) }, nodes: new Set() })
        }
      >
        {versions.map(({ id, number, isLive }) => (
          <Option key={id} value={String(id)} text={t('num.aVersion', { number })}>
            {t(isLive ? 'num.liveVersion' : 'num.aVersion', { number })}
          </Option>
        ))}
      </Dropdown>
      <SpanFields span={span} onChange={(next) => store.set({ numbersOf: { versionId, span: next } })} />
      <Button size="small" onClick={onReport}>
        {t('editor.report')}
      </Button>
      {totals.map(([key, value]) => (
        <span key={key} className={styles.total}>
          {t(`num.${key}`)} <b className={styles.number}>{format.number(value)}</b>
        </span>
      ))}
    </div>
  );
}
