import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Bookmark20Filled, Bookmark20Regular } from '@fluentui/react-icons';
import { useAtomValue } from 'jotai';
import { memo, useRef, useState } from 'react';
import { PartBoundary, useT } from '@balcao/sdk/client';
import { IconButton } from '@balcao/sdk/ui';
import { ViewDialogs, ViewsMenu } from '../../pages/lazy-parts.ts';
import { useChosenView } from './useChosenView.ts';
import { viewDialogAtom } from './view-dialogs.ts';

const useStyles = makeStyles({
  on: { color: tokens.colorBrandForeground1, backgroundColor: tokens.colorSubtleBackgroundSelected },
});

/** A button for saved views, beside the filters. */
export const ViewsButton = memo(function ViewsButton() {
  const styles = useStyles();
  const t = useT();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const dialog = useAtomValue(viewDialogAtom);
  const { chosen } = useChosenView();
  return (
    <>
      <IconButton
        ref={button}
        appearance="outline"
        className={mergeClasses(chosen !== undefined && styles.on)}
        icon={chosen ? <Bookmark20Filled /> : <Bookmark20Regular />}
        label={chosen ? t('views.current', { name: chosen.name }) : t('views.title')}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && (
        <PartBoundary>
          <ViewsMenu
            target={button}
            onClose={() => {
              setOpen(false);
              button.current?.focus();
            }}
          />
        </PartBoundary>
      )}
      {dialog && (
        <PartBoundary>
          <ViewDialogs />
        </PartBoundary>
      )}
    </>
  );
});
