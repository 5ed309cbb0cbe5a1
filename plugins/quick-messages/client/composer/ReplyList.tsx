import { useEffect, useRef } from 'react';
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Attach16Regular } from '@fluentui/react-icons';
import { useT } from '@balcao/sdk/client';
import { ext } from '@balcao/sdk/ui';
import type { QuickMessage } from '../../contract.ts';
import { PriorityMark } from '../PriorityMark.tsx';
import { replyLabel } from './reply-label.ts';
import type { ReplyChoice } from './useReplyChoice.ts';

const useStyles = makeStyles({
  list: { overflowY: 'auto', minHeight: 0, padding: '4px', outlineOffset: '-2px' },
  option: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    width: '100%',
    height: '32px',
    paddingInline: '10px 8px',
    border: 'none',
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground1,
    fontFamily: 'inherit',
    fontSize: 'inherit',
    lineHeight: 'inherit',
    textAlign: 'start',
    borderRadius: tokens.borderRadiusMedium,
    cursor: 'pointer',
    '@media (max-width: 599px)': { height: '44px' },
  },
  selected: { backgroundColor: ext.selected },
  label: { flexGrow: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  shortcode: { fontWeight: tokens.fontWeightSemibold },
  beginning: { color: tokens.colorNeutralForeground2 },
  file: { color: tokens.colorNeutralForeground2, flexShrink: 0, display: 'inline-flex' },
});

function Label({ reply, text }: { reply: QuickMessage; text: string }) {
  const styles = useStyles();
  const { shortcode, beginning, isCut } = replyLabel(reply.shortcode, text);
  return (
    <span className={styles.label}>
      <span className={styles.shortcode}>{shortcode}</span>
      <span className={styles.beginning}>
        {beginning && ` - ${beginning}`}
        {isCut && '…'}
      </span>
    </span>
  );
}

/** The replies to choose from, one line each. The focus stays in the text field. */
export function ReplyList({ choice }: { choice: ReplyChoice }) {
  const t = useT();
  const styles = useStyles();
  const list = useRef<HTMLDivElement>(null);
  const { listId, optionId, replies = [], selected, pointAt, touchOn, textOf, onKey } = choice;
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [selected?.id]);
  return (
    <div
      ref={list}
      id={listId}
      role="listbox"
      tabIndex={0}
      aria-label={t('composer.label')}
      aria-activedescendant={selected && optionId(selected.id)}
      className={styles.list}
      onKeyDown={(event) => {
        if (event.key !== 'Tab' && onKey(event)) event.preventDefault();
      }}
    >
      {replies.map((reply) => (
        <button
          key={reply.id}
          type="button"
          tabIndex={-1}
          id={optionId(reply.id)}
          role="option"
          aria-selected={reply.id === selected?.id}
          className={mergeClasses(styles.option, reply.id === selected?.id && styles.selected)}
          // Keeps the focus in the text field.
          onMouseDown={(event) => event.preventDefault()}
          onMouseMove={() => pointAt(reply)}
          onClick={() => touchOn(reply)}
        >
          <PriorityMark priority={reply.priority} compact />
          <Label reply={reply} text={textOf(reply)} />
          {reply.mediaPath !== null && (
            <span className={styles.file} role="img" aria-label={t('composer.media')} title={reply.mediaName ?? ''}>
              <Attach16Regular aria-hidden="true" />
            </span>
          )}
        </button>
      ))}
    </div>
  );
}
