import { Link, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Fragment, memo, useContext } from 'react';
import type { ReactNode } from 'react';
import { ext, tint } from '@balcao/sdk/ui';
import { parseBlocks } from './blocks.ts';
import type { TextBlock } from './blocks.ts';
import type { TextPiece } from './formatting.ts';
import { highlightParts } from '../index.ts';
import { HighlightContext } from './highlight-context.ts';
import { MentionContext } from './mention-context.ts';

const useStyles = makeStyles({
  // Inline, so that the time can follow the last words.
  text: { display: 'inline', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
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
  quote: {
    display: 'block',
    margin: '2px 0',
    paddingLeft: '8px',
    borderLeft: `3px solid ${tint(30)}`,
    color: tokens.colorNeutralForeground2,
  },
  list: { margin: '2px 0', paddingLeft: '22px', '& > li::marker': { color: tokens.colorNeutralForeground3 } },
  mention: { color: tokens.colorBrandForeground1, fontWeight: tokens.fontWeightSemibold },
  link: { fontSize: 'inherit', lineHeight: 'inherit', overflowWrap: 'anywhere', textDecorationLine: 'underline' },
  hit: {
    borderRadius: '2px',
    color: 'inherit',
    backgroundColor: `color-mix(in srgb, ${ext.warn} 30%, transparent)`,
  },
});

/** A message's text with the formatting of messengers. Links open in a new window without a referrer. */
export const RichText = memo(function RichText({ text }: { text: string }) {
  const styles = useStyles();
  const highlighted = useContext(HighlightContext);
  const nameOf = useContext(MentionContext);
  const plainWords = (plain: string): ReactNode =>
    highlighted === ''
      ? plain
      : highlightParts(plain, highlighted).map((part, key) =>
          part.isHit ? (
            <mark key={key} className={styles.hit}>
              {part.text}
            </mark>
          ) : (
            <Fragment key={key}>{part.text}</Fragment>
          ),
        );
  const words = (plain: string): ReactNode =>
    nameOf === undefined || !plain.includes('@[')
      ? plainWords(plain)
      : plain.split(/(@\[\d{1,9}\])/).map((part, key) => {
          const id = /^@\[(\d+)\]$/.exec(part)?.[1];
          return id === undefined ? (
            <Fragment key={key}>{plainWords(part)}</Fragment>
          ) : (
            <span key={key} className={styles.mention}>
              @{nameOf(Number(id))}
            </span>
          );
        });
  const draw = (piece: TextPiece, key: number): ReactNode => {
    switch (piece.kind) {
      case 'text':
        return <Fragment key={key}>{words(piece.text)}</Fragment>;
      case 'link':
        return (
          <Link key={key} className={styles.link} href={piece.href} target="_blank" rel="noopener noreferrer nofollow">
            {words(piece.text)}
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
  const drawBlock = (block: TextBlock, key: number): ReactNode => {
    switch (block.kind) {
      case 'lines':
        return <span key={key}>{block.pieces.map(draw)}</span>;
      case 'quote':
        return (
          <span key={key} className={styles.quote} role="blockquote">
            {block.pieces.map(draw)}
          </span>
        );
      case 'code':
        return (
          <code key={key} className={mergeClasses(styles.code, styles.block)} tabIndex={-1}>
            {block.text}
          </code>
        );
      case 'bullets':
        return (
          <ul key={key} className={styles.list}>
            {block.items.map((item, at) => (
              <li key={at}>{item.map(draw)}</li>
            ))}
          </ul>
        );
      case 'numbers':
        return (
          <ol key={key} className={styles.list} start={block.start}>
            {block.items.map((item, at) => (
              <li key={at}>{item.map(draw)}</li>
            ))}
          </ol>
        );
    }
  };
  return <div className={styles.text}>{parseBlocks(text).map(drawBlock)}</div>;
});
