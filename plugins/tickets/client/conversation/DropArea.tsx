import { makeStyles, tokens } from '@fluentui/react-components';
import { ArrowUpload24Regular } from '@fluentui/react-icons';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useT } from '@balcao/sdk/client';
import { ext } from '@balcao/sdk/ui';

const useStyles = makeStyles({
  over: {
    position: 'absolute',
    inset: '64px 8px 8px',
    zIndex: 5,
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '8px',
    borderRadius: tokens.borderRadiusXLarge,
    border: `2px dashed ${tokens.colorCompoundBrandStroke}`,
    backgroundColor: `color-mix(in srgb, ${ext.selected} 92%, transparent)`,
    color: tokens.colorBrandForeground1,
    fontWeight: tokens.fontWeightSemibold,
    pointerEvents: 'none',
  },
});

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

/** Attaches files that are dropped anywhere in the conversation to the draft. */
export function DropArea({ onFiles, children }: { onFiles(files: File[]): void; children: ReactNode }) {
  const styles = useStyles();
  const t = useT();
  const here = useRef<HTMLDivElement>(null);
  const [isOver, setOver] = useState(false);
  const take = useRef(onFiles);
  useEffect(() => {
    take.current = onFiles;
  });
  useEffect(() => {
    const area = here.current?.closest('section');
    if (!area) return;
    // Entering a child fires a leave event for its parent: only the balance counts.
    let depth = 0;
    const enter = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth += 1;
      setOver(true);
    };
    const over = (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
    };
    const leave = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth = Math.max(0, depth - 1);
      if (depth === 0) setOver(false);
    };
    const drop = (event: DragEvent) => {
      depth = 0;
      setOver(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      take.current([...(event.dataTransfer?.files ?? [])]);
    };
    area.addEventListener('dragenter', enter);
    area.addEventListener('dragover', over);
    area.addEventListener('dragleave', leave);
    area.addEventListener('drop', drop);
    return () => {
      area.removeEventListener('dragenter', enter);
      area.removeEventListener('dragover', over);
      area.removeEventListener('dragleave', leave);
      area.removeEventListener('drop', drop);
    };
  }, []);
  return (
    <div ref={here}>
      {children}
      {isOver && (
        <div className={styles.over}>
          <ArrowUpload24Regular />
          {t('composer.drop')}
        </div>
      )}
    </div>
  );
}
