import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  ArrowLeft20Regular,
  ArrowRedo20Regular,
  ArrowUndo20Regular,
  CheckmarkCircle16Filled,
} from '@fluentui/react-icons';
import { useNavigate } from 'react-router-dom';
import { useFormat, useT } from '@balcao/sdk/client';
import { Avatar, IconButton, Segment, VisuallyHidden, ext, hueOf, tint } from '@balcao/sdk/ui';
import { rename } from '../document/changes.ts';
import { Checks } from './Checks.tsx';
import { useEditor, useEditorState } from './context.ts';
import { PublishButton } from './PublishButton.tsx';
import type { SaveStatus } from './saver.ts';
import type { EditorDialog, Mode } from './store.ts';
import type { Published } from './usePublished.ts';
import type { Publishing } from './usePublishing.ts';

const useStyles = makeStyles({
  header: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    minHeight: '56px',
    padding: '0 16px 0 8px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    flexShrink: 0,
    minWidth: 0,
  },
  touch: { flexWrap: 'wrap', gap: '8px', padding: '6px 8px' },
  title: { display: 'flex', alignItems: 'center', gap: '12px', flex: '1 1 0', minWidth: 0, overflow: 'hidden' },
  name: {
    flexShrink: 1,
    minWidth: '96px',
    maxWidth: '320px',
    fieldSizing: 'content',
    padding: '4px 6px',
    border: '1px solid transparent',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground1,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
    textOverflow: 'ellipsis',
    ':hover': { backgroundColor: tint(6) },
    ':focus': { outlineStyle: 'none', border: `1px solid ${tokens.colorCompoundBrandStroke}` },
    '::placeholder': { color: tokens.colorNeutralForeground3 },
  },
  // On a phone the state is below the name.
  names: {
    display: 'contents',
    '@media (max-width: 599px)': { display: 'flex', flexDirection: 'column', flexGrow: 1, minWidth: 0 },
  },
  state: {
    display: 'flex',
    alignItems: 'center',
    gap: '10px',
    minWidth: 0,
    fontSize: tokens.fontSizeBase200,
    whiteSpace: 'nowrap',
    overflow: 'hidden',
    '@media (max-width: 599px)': { paddingLeft: '7px' },
  },
  // The version stays readable beside a long name, which is cut instead.
  isLive: { minWidth: '92px' },
  live: {
    flexShrink: 0,
    display: 'inline-flex',
    alignItems: 'center',
    gap: '6px',
    color: ext.ok,
    fontWeight: tokens.fontWeightSemibold,
  },
  draft: { color: tokens.colorNeutralForeground3, overflow: 'hidden', textOverflow: 'ellipsis' },
  bad: { color: ext.bad },
  tools: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    flexShrink: 0,
    '@media (max-width: 599px)': { width: '100%' },
  },
  pair: { display: 'flex' },
  modes: { width: '264px', '@media (max-width: 599px)': { flexGrow: 1, width: 'auto' } },
});

interface HeaderProps {
  status: SaveStatus;
  live: { number: number | null; running: number };
  published: Published;
  publishing: Publishing;
  flowId: number | undefined;
  isTouch: boolean;
  onDialog(dialog: EditorDialog): void;
}

/** Name, state, and everything that concerns the flow as a whole. */
export function Header({ status, live, published, publishing, flowId, isTouch, onDialog }: HeaderProps) {
  const t = useT();
  const styles = useStyles();
  const navigate = useNavigate();
  const { store } = useEditor();
  const mode = useEditorState((state) => state.mode);
  const title = useEditorState(({ history }) => history.present.title);
  const others = useEditorState((state) => state.others);
  const menu = <PublishButton publishing={publishing} flowId={flowId} isTouch={isTouch} onDialog={onDialog} />;
  return (
    <header className={mergeClasses(styles.header, isTouch && styles.touch)}>
      <div className={styles.title}>
        <IconButton icon={<ArrowLeft20Regular />} label={t('editor.back')} onClick={() => void navigate('/flows')} />
        <span className={styles.names}>
          <input
            className={styles.name}
            data-flow-name=""
            aria-label={t('editor.name')}
            placeholder={t('editor.name')}
            maxLength={100}
            autoComplete="off"
            autoFocus={flowId === undefined}
            value={title}
            onChange={({ target }) => store.apply('rename', (document) => rename(document, target.value), 'title')}
          />
          <VisuallyHidden>
            <h1>{title || t('editor.title')}</h1>
          </VisuallyHidden>
          <span className={mergeClasses(styles.state, live.number !== null && styles.isLive)}>
            {live.number !== null && (
              <span className={styles.live}>
                <CheckmarkCircle16Filled aria-hidden="true" />
                {t('editor.live', { number: live.number })}
              </span>
            )}
            <Draft status={status} changes={published.changes?.total ?? 0} />
          </span>
        </span>
        {isTouch && menu}
      </div>
      <div className={styles.tools}>
        {others.slice(0, 3).map(({ id, name }) => (
          <Avatar key={id} name={name} size={28} ring={`oklch(.58 .10 ${hueOf(name)})`} />
        ))}
        {!isTouch && <History />}
        {!isTouch && <Checks isShort={false} flowId={flowId} live={live} />}
        <div className={styles.modes}>
          <Segment<Mode>
            label={t('editor.mode')}
            value={mode}
            options={[
              { value: 'edit', label: t(isTouch ? 'editor.outline' : 'editor.edit') },
              { value: 'simulate', label: t('editor.simulate') },
              ...(flowId === undefined ? [] : [{ value: 'numbers' as const, label: t('editor.numbers') }]),
            ]}
            onChange={(next) => store.set({ mode: next, isPanelOpen: false })}
          />
        </div>
        {!isTouch && menu}
      </div>
    </header>
  );
}

/** How far the draft is from what is published, and whether it is stored. */
function Draft({ status, changes }: { status: SaveStatus; changes: number }) {
  const t = useT();
  const format = useFormat();
  const styles = useStyles();
  const isBad = status.kind === 'failed' || status.kind === 'conflict';
  const saved =
    status.kind !== 'saved'
      ? status.kind === 'waiting' && changes > 0
        ? ''
        : t(`status.${status.kind}`)
      : status.at === undefined
        ? ''
        : t('status.saved', { time: format.clock(status.at) });
  const text =
    changes > 0 && !isBad ? [t('status.changes', { count: changes }), saved].filter(Boolean).join(', ') : saved;
  return (
    <span className={mergeClasses(styles.draft, isBad && styles.bad)} role="status">
      {text}
    </span>
  );
}

/** Undoing and redoing, by buttons that say what. */
export function History() {
  const t = useT();
  const styles = useStyles();
  const { store } = useEditor();
  const last = useEditorState(({ history }) => history.past.at(-1)?.label);
  const next = useEditorState(({ history }) => history.future[0]?.label);
  const isEditing = useEditorState(({ mode }) => mode === 'edit');
  if (!isEditing) return null;
  return (
    <span className={styles.pair}>
      <IconButton
        icon={<ArrowUndo20Regular />}
        label={last === undefined ? t('editor.undo') : t('editor.undoOf', { change: t(`undo.${last}`) })}
        shortcut="mod+z"
        disabledFocusable={last === undefined}
        onClick={() => store.undo()}
      />
      <IconButton
        icon={<ArrowRedo20Regular />}
        label={next === undefined ? t('editor.redo') : t('editor.redoOf', { change: t(`undo.${next}`) })}
        shortcut="mod+shift+z"
        disabledFocusable={next === undefined}
        onClick={() => store.redo()}
      />
    </span>
  );
}
