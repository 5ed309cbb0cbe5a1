import { makeStyles, tokens } from '@fluentui/react-components';
import { Warning16Filled } from '@fluentui/react-icons';
import { Fragment } from 'react';
import { useT } from '@balcao/sdk/client';
import { VisuallyHidden, ext } from '@balcao/sdk/ui';
import { withDoubts } from './with-doubts.ts';

const useStyles = makeStyles({
  mark: {
    backgroundColor: ext.warnBg,
    color: 'inherit',
    borderRadius: tokens.borderRadiusSmall,
    textDecorationLine: 'underline',
    textDecorationStyle: 'wavy',
    textDecorationThickness: '1px',
    textDecorationColor: ext.warn,
    textUnderlineOffset: '3px',
  },
  note: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: '6px',
    margin: 0,
    color: ext.warn,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    '& svg': { flexShrink: 0 },
  },
});

interface DoubtsProps {
  text: string;
  doubts: readonly string[];
}

/** A text whose figures without a source are underlined; screen readers are told at each of them. */
export function Doubtful({ text, doubts }: DoubtsProps) {
  const t = useT();
  const styles = useStyles();
  return withDoubts(text, doubts).map((piece, index) =>
    piece.isDoubtful ? (
      <mark key={index} className={styles.mark} title={t('doubts.title')}>
        {piece.text}
        <VisuallyHidden> ({t('doubts.title')})</VisuallyHidden>
      </mark>
    ) : (
      <Fragment key={index}>{piece.text}</Fragment>
    ),
  );
}

/** Says in words which figures of a text need a look. Nothing without any. */
export function DoubtNote({ doubts }: Pick<DoubtsProps, 'doubts'>) {
  const t = useT();
  const styles = useStyles();
  if (doubts.length === 0) return null;
  return (
    <p className={styles.note}>
      <Warning16Filled aria-hidden />
      {t('doubts.note', { count: doubts.length, figures: doubts.join(', ') })}
    </p>
  );
}
