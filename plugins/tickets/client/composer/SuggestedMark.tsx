import { makeStyles, tokens } from '@fluentui/react-components';
import { Sparkle16Filled } from '@fluentui/react-icons';
import { useLayoutEffect, useRef, type RefObject } from 'react';
import { useT } from '@balcao/sdk/client';
import { ext } from '@balcao/sdk/ui';

const useStyles = makeStyles({
  // Lies over the field with the same letters, of which only the line below them is seen.
  copy: {
    position: 'absolute',
    inset: 0,
    overflow: 'hidden',
    pointerEvents: 'none',
    color: 'transparent',
    fontSize: ext.fontSizeMessage,
    lineHeight: ext.lineHeightMessage,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'break-word',
  },
  marked: {
    textDecorationLine: 'underline',
    textDecorationStyle: 'dotted',
    textDecorationThickness: '2px',
    textUnderlineOffset: '3px',
    textDecorationColor: tokens.colorCompoundBrandForeground1,
  },
  note: {
    display: 'flex',
    alignItems: 'center',
    gap: '6px',
    padding: '0 14px',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  sparkle: { color: tokens.colorCompoundBrandForeground1, flexShrink: 0 },
});

interface SuggestedMarkProps {
  field: RefObject<HTMLTextAreaElement | null>;
  value: string;
  marked: string;
}

/** Underlines what a program wrote in the field, as long as nobody has edited it. */
export function SuggestedMark({ field, value, marked }: SuggestedMarkProps) {
  const styles = useStyles();
  const copy = useRef<HTMLDivElement>(null);
  const at = value.indexOf(marked);
  useLayoutEffect(() => {
    const element = field.current;
    if (!element) return undefined;
    const follow = (): void => {
      if (!copy.current) return;
      // A scroll bar takes room from the lines.
      copy.current.style.width = `${element.clientWidth}px`;
      copy.current.scrollTop = element.scrollTop;
    };
    follow();
    element.addEventListener('scroll', follow);
    return () => element.removeEventListener('scroll', follow);
  }, [field, value]);
  if (at < 0) return null;
  return (
    <div ref={copy} className={styles.copy} aria-hidden="true">
      {value.slice(0, at)}
      <span className={styles.marked} data-suggested="">
        {marked}
      </span>
      {value.slice(at + marked.length)}
    </div>
  );
}

/** Says what the line below the letters means. */
export function SuggestedNote() {
  const t = useT();
  const styles = useStyles();
  return (
    <div className={styles.note} role="status">
      <Sparkle16Filled className={styles.sparkle} aria-hidden />
      {t('composer.suggested')}
    </div>
  );
}
