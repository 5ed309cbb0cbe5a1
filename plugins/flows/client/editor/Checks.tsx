import { useMemo, useState } from 'react';
import {
  Button,
  Popover,
  PopoverSurface,
  PopoverTrigger,
  makeStyles,
  mergeClasses,
  tokens,
} from '@fluentui/react-components';
import {
  CheckmarkCircle16Filled,
  ChevronRight16Regular,
  ErrorCircle16Filled,
  Warning16Filled,
} from '@fluentui/react-icons';
import { useT } from '@balcao/sdk/client';
import { ext, tint, useRovingFocus } from '@balcao/sdk/ui';
import type { FlowProblem } from '../../graph/types.ts';
import { remove } from '../document/changes.ts';
import { nodesById } from '../document/document.ts';
import { ChecksFoot } from './ChecksFoot.tsx';
import { useEditor, useEditorState } from './context.ts';
import { useProblemText } from './problem-text.ts';

const useStyles = makeStyles({
  surface: {
    width: '416px',
    maxWidth: 'calc(100vw - 16px)',
    maxHeight: 'min(560px, 80vh)',
    padding: 0,
    overflowY: 'auto',
  },
  head: {
    display: 'flex',
    alignItems: 'baseline',
    justifyContent: 'space-between',
    gap: '8px',
    padding: '14px 16px 4px',
  },
  title: { margin: 0, fontSize: tokens.fontSizeBase400 },
  hint: { fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
  group: {
    margin: '8px 0 2px',
    padding: '0 16px',
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightRegular,
    color: tokens.colorNeutralForeground3,
  },
  barring: { color: ext.bad },
  row: { display: 'flex', alignItems: 'center', padding: '0 4px' },
  jump: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    flexGrow: 1,
    minWidth: 0,
    minHeight: '52px',
    padding: '4px 12px',
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground1,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase300,
    textAlign: 'start',
    cursor: 'pointer',
    ':hover': { backgroundColor: tint(6) },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  texts: { flexGrow: 1, minWidth: 0 },
  place: { display: 'block', fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
  bad: { color: ext.bad, flexShrink: 0 },
  warn: { color: ext.warn, flexShrink: 0 },
  ok: { color: ext.ok },
  none: { display: 'flex', gap: '8px', alignItems: 'center', margin: 0, padding: '8px 16px 16px' },
});

interface ChecksProps {
  isShort: boolean;
  flowId: number | undefined;
  live: { number: number | null; running: number };
}

/** The list of problems before publishing; each leads to its node. */
export function Checks({ isShort, flowId, live }: ChecksProps) {
  const t = useT();
  const styles = useStyles();
  const [isOpen, setOpen] = useState(false);
  const problems = useEditorState((state) => state.problems);
  const errors = useMemo(() => problems.filter(({ level }) => level === 'error'), [problems]);
  const warnings = useMemo(() => problems.filter(({ level }) => level === 'warning'), [problems]);
  const label =
    [
      errors.length > 0 && t('checks.errors', { count: errors.length }),
      warnings.length > 0 && t('checks.warnings', { count: warnings.length }),
    ]
      .filter(Boolean)
      .join(', ') || t('checks.none');
  const icon =
    errors.length > 0 ? (
      <ErrorCircle16Filled className={styles.bad} />
    ) : warnings.length > 0 ? (
      <Warning16Filled className={styles.warn} />
    ) : (
      <CheckmarkCircle16Filled className={styles.ok} />
    );
  const roving = useRovingFocus<HTMLDivElement>('vertical');
  return (
    <Popover open={isOpen} onOpenChange={(_, data) => setOpen(data.open)} positioning="below-end" trapFocus>
      <PopoverTrigger disableButtonEnhancement>
        <Button appearance="subtle" icon={icon} {...(isShort && { 'aria-label': label })}>
          {isShort ? problems.length || '' : label}
        </Button>
      </PopoverTrigger>
      <PopoverSurface className={styles.surface} aria-label={t('checks.title')}>
        <div className={styles.head}>
          <h2 className={styles.title}>{t('checks.title')}</h2>
          <span className={styles.hint}>{t('checks.when')}</span>
        </div>
        <div {...roving}>
          <Group title={t('checks.barring')} isBarring problems={errors} onJump={() => setOpen(false)} />
          <Group title={t('checks.notes')} problems={warnings} onJump={() => setOpen(false)} />
        </div>
        {problems.length === 0 && (
          <p className={styles.none}>
            <CheckmarkCircle16Filled className={styles.ok} aria-hidden="true" />
            {t('checks.allGood')}
          </p>
        )}
        {flowId !== undefined && <ChecksFoot flowId={flowId} live={live} />}
      </PopoverSurface>
    </Popover>
  );
}

interface GroupProps {
  title: string;
  isBarring?: boolean;
  problems: readonly FlowProblem[];
  onJump(): void;
}
function Group({ title, isBarring = false, problems, onJump }: GroupProps) {
  const t = useT();
  const styles = useStyles();
  const { store, nameOf, reveal } = useEditor();
  const textOf = useProblemText();
  const nodes = useEditorState(({ history }) => nodesById(history.present));
  if (problems.length === 0) return null;
  const jump = ({ nodeId, edgeId }: FlowProblem) => {
    store.set({ mode: 'edit' });
    if (nodeId !== undefined) {
      store.open(nodeId);
      reveal(nodeId);
    } else if (edgeId !== undefined) store.select([], [edgeId]);
    onJump();
  };
  return (
    <section aria-label={title}>
      <h3 className={mergeClasses(styles.group, isBarring && styles.barring)}>{title}</h3>
      {problems.map((problem, index) => {
        const node = problem.nodeId === undefined ? undefined : nodes.get(problem.nodeId);
        const mends = problem.edgeId !== undefined && (problem.code === 'strayEdge' || problem.code === 'twoEdges');
        return (
          <div key={`${problem.code}/${problem.nodeId ?? ''}/${index}`} className={styles.row}>
            <button type="button" className={styles.jump} onClick={() => jump(problem)}>
              {isBarring ? (
                <ErrorCircle16Filled className={styles.bad} aria-hidden="true" />
              ) : (
                <Warning16Filled className={styles.warn} aria-hidden="true" />
              )}
              <span className={styles.texts}>
                {textOf(problem)}
                <span className={styles.place}>{node ? nameOf(node) : t('checks.wholeFlow')}</span>
              </span>
              <ChevronRight16Regular aria-hidden="true" />
            </button>
            {mends && (
              <Button
                size="small"
                onClick={() => store.apply('disconnect', (document) => remove(document, [], [problem.edgeId ?? '']))}
              >
                {t('checks.removeEdge')}
              </Button>
            )}
          </div>
        );
      })}
    </section>
  );
}
