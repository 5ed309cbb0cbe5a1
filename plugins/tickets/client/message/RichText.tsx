import { Link, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Fragment, memo } from 'react';
import { tint } from '@balcao/sdk/ui';
import { parseText } from '../model/formatting.ts';
import type { TextPiece } from '../model/formatting.ts';

const useStyles = makeStyles({
  text: { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
  bold: { fontWeight: tokens.fontWeightSemibold },
  code: {
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: '0.93em',
    padding: '1px 4px',
    borderRadius: tokens.borderRadiusSmall,
    backgroundColor: tint(7),
  },
  block: {
    display: 'block',
    padding: '6px 8px',
    marginBlock: '4px',
    overflowX: 'auto',
    whiteSpace: 'pre',
    borderRadius: tokens.borderRadiusMedium,
  },
  link: { fontSize: 'inherit', lineHeight: 'inherit', overflowWrap: 'anywhere', textDecorationLine: 'underline' },
});

/** A message's words with the marks that messengers know. Links open apart and learn nothing of this page. */
export const RichText = memo(function RichText({ text }: { text: string }) {
  const styles = useStyles();
  const draw = (piece: TextPiece, key: number) => {
    switch (piece.kind) {
      case 'text':
        return <Fragment key={key}>{piece.text}</Fragment>;
      case 'link':
        return (
          <Link key={key} className={styles.link} href={piece.href} target="_blank" rel="noopener noreferrer nofollow">
            {piece.text}
          </Link>
        );
      case 'code':
        return (
          <code key={key} className={mergeClasses(styles.code, piece.block && styles.block)}>
            {piece.text}
          </code>
        );
      case 'bold':
        return (
          <strong key={key} className={styles.bold}>
            {piece.pieces.map(draw)}
          </strong>
        );
      case 'italic':
        return <em key={key}>{piece.pieces.map(draw)}</em>;
      case 'strike':
        return <s key={key}>{piece.pieces.map(draw)}</s>;
    }
  };
  return <span className={styles.text}>{parseText(text).map(draw)}</span>;
});
