import { createElement } from 'react';
import { mergeClasses } from '@fluentui/react-components';
import { PuzzlePiece20Regular } from '@fluentui/react-icons';
import { speaks, type Kind } from '../kinds/kind.ts';
import { useTileStyles } from './node-styles.ts';

/** The mark of a kind of node; in the colour of the company's messages if it talks to the customer. */
export function Tile({ kind, size = 'node' }: { kind: Kind | undefined; size?: 'palette' | 'node' | 'large' }) {
  const styles = useTileStyles();
  return (
    <span
      className={mergeClasses(
        styles.tile,
        size === 'palette' && styles.small,
        size === 'large' && styles.large,
        kind && speaks(kind) && styles.speaks,
      )}
      aria-hidden="true"
    >
      {createElement(kind?.icon ?? PuzzlePiece20Regular, {
        className: size === 'large' ? styles.largeIcon : styles.icon,
      })}
    </span>
  );
}
