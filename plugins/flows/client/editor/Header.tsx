import { useState } from 'react';
import {
  Menu,
  MenuButton,
  MenuItem,
  MenuItemCheckbox,
  MenuList,
  MenuPopover,
  MenuTrigger,
  SplitButton,
  makeStyles,
  mergeClasses,
  tokens,
  type MenuButtonProps,
} from '@fluentui/react-components';
import {
  ArrowLeft20Regular,
  ArrowRedo20Regular,
  ArrowUndo20Regular,
  CheckmarkCircle16Filled,
  MoreHorizontal20Regular,
} from '@fluentui/react-icons';
import { useNavigate } from 'react-router-dom';
import { useFormat, useT, useToasts } from '@balcao/sdk/client';
import { Avatar, IconButton, Segment, VisuallyHidden, ext, hueOf, tint } from '@balcao/sdk/ui';
import { rename } from '../document/changes.ts';
import { saveFlowFile } from '../list/save-flow-file.ts';
import { Checks } from './Checks.tsx';
import { useEditor, useEditorState } from './context.ts';
import type { SaveStatus } from './saver.ts';
import type { Mode } from './store.ts';

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
  state: {
    display: 'flex',
    alignItems: 'center',
    gap: '10px',
    minWidth: 0,
    fontSize: tokens.fontSizeBase200,
    whiteSpace: 'nowrap',
    overflow: 'hidden',
    '@media (max-width: 599px)': { flexShrink: 0 },
  },
  live: {
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
    '@media (max-width: 599px)': { width: '100%', flexWrap: 'wrap' },
  },
  pair: { display: 'flex' },
  modes: { width: '264px', '@media (max-width: 599px)': { width: '100%', order: 1 } },
});

interface HeaderProps {
  status: SaveStatus;
  live: { number: number | null; running: number };
  flowId: number | undefined;
  isTouch: boolean;
  onPublish(isDraftOnly: boolean): Promise<void>;
  onDialog(dialog: 'versions' | 'occasions' | 'report' | 'find'): void;
}

/** Name, state, and everything that concerns the flow as a whole. */
export function Header({ status, live, flowId, isTouch, onPublish, onDialog }: HeaderProps) {
  const t = useT();
  const styles = useStyles();
  const navigate = useNavigate();
  const { store } = useEditor();
  const mode = useEditorState((state) => state.mode);
  const title = useEditorState(({ history }) => history.present.title);
  const others = useEditorState((state) => state.others);
  return (
    <header className={mergeClasses(styles.header, isTouch && styles.touch)}>
      <div className={styles.title}>
        <IconButton icon={<ArrowLeft20Regular />} label={t('editor.back')} onClick={() => void navigate('/flows')} />
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
        <span className={styles.state}>
          {live.number !== null && (
            <span className={styles.live}>
              <CheckmarkCircle16Filled aria-hidden="true" />
              {t('editor.live', { number: live.number })}
            </span>
          )}
          {!isTouch && <Draft status={status} />}
        </span>
      </div>
      <div className={styles.tools}>
        {others.slice(0, 3).map(({ id, name }) => (
          <Avatar key={id} name={name} size={28} ring={`oklch(.58 .10 ${hueOf(name)})`} />
        ))}
        <History />
        <Checks isShort={isTouch} />
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
        <Publish live={live} flowId={flowId} isTouch={isTouch} onPublish={onPublish} onDialog={onDialog} />
      </div>
    </header>
  );
}

function Draft({ status }: { status: SaveStatus }) {
  const t = useT();
  const format = useFormat();
  const styles = useStyles();
  const text = () => {
    if (status.kind === 'saved')
      return status.at === undefined ? '' : t('status.saved', { time: format.clock(status.at) });
    return t(`status.${status.kind}`);
  };
  const isBad = status.kind === 'failed' || status.kind === 'conflict';
  return (
    <span className={mergeClasses(styles.draft, isBad && styles.bad)} role="status">
      {text()}
    </span>
  );
}

function History() {
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

const draftOnlyKey = 'balcao.flows.draft-only';
const readDraftOnly = (): boolean => {
  try {
    return localStorage.getItem(draftOnlyKey) === '1';
  } catch {
    return false;
  }
};

function Publish({ live, flowId, isTouch, onPublish, onDialog }: Omit<HeaderProps, 'status'>) {
  const t = useT();
  const toasts = useToasts();
  const { store } = useEditor();
  const [isDraftOnly, setDraftOnly] = useState(readDraftOnly);
  const [isBusy, setBusy] = useState(false);
  const hasErrors = useEditorState(({ problems }) => problems.some(({ level }) => level === 'error'));
  const number = (live.number ?? 0) + 1;
  const isBarred = hasErrors && !isDraftOnly;
  const label = isDraftOnly ? t('editor.save') : t('editor.publish', { number });
  const name = isDraftOnly ? t('editor.save') : t('editor.saveAndPublish', { number });
  const tip = isBarred
    ? t('editor.barred')
    : live.running > 0 && live.number !== null && !isDraftOnly
      ? t('editor.stay', { count: live.running, number: live.number })
      : name;
  const choose = (value: boolean) => {
    setDraftOnly(value);
    try {
      localStorage.setItem(draftOnlyKey, value ? '1' : '0');
    } catch {
      // The switch then lasts as long as the page.
    }
  };
  const run = async (asDraft: boolean) => {
    setBusy(true);
    try {
      await onPublish(asDraft);
    } finally {
      setBusy(false);
    }
  };
  const download = async () => {
    if (flowId === undefined) return;
    try {
      await saveFlowFile(flowId, store.document.title);
    } catch (error) {
      toasts.error(error);
    }
  };
  return (
    <Menu
      positioning="below-end"
      checkedValues={{ draft: isDraftOnly ? ['only'] : [] }}
      onCheckedValueChange={(_, { checkedItems }) => choose(checkedItems.includes('only'))}
    >
      <MenuTrigger disableButtonEnhancement>
        {(trigger: MenuButtonProps) =>
          isTouch ? (
            <MenuButton
              {...trigger}
              appearance="subtle"
              icon={<MoreHorizontal20Regular />}
              menuIcon={null}
              aria-label={t('editor.more')}
            />
          ) : (
            <SplitButton
              appearance="primary"
              menuButton={{ ...trigger, 'aria-label': t('editor.more') }}
              primaryActionButton={{
                disabledFocusable: isBarred || isBusy,
                'aria-label': name,
                title: tip,
                onClick: () => !isBarred && !isBusy && void run(isDraftOnly),
              }}
            >
              {label}
            </SplitButton>
          )
        }
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {isTouch && (
            <MenuItem disabled={isBarred || isBusy} onClick={() => void run(isDraftOnly)}>
              {label}
            </MenuItem>
          )}
          <MenuItem onClick={() => void run(true)}>{t('editor.saveDraft')}</MenuItem>
          <MenuItemCheckbox name="draft" value="only">
            {t('editor.draftOnly')}
          </MenuItemCheckbox>
          <MenuItem onClick={() => onDialog('find')}>{t('editor.find')}</MenuItem>
          {flowId !== undefined && (
            <>
              <MenuItem onClick={() => onDialog('versions')}>{t('editor.versions')}</MenuItem>
              <MenuItem onClick={() => onDialog('occasions')}>{t('editor.occasions')}</MenuItem>
              <MenuItem onClick={() => onDialog('report')}>{t('editor.report')}</MenuItem>
              <MenuItem onClick={() => void download()}>{t('list.export')}</MenuItem>
            </>
          )}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
