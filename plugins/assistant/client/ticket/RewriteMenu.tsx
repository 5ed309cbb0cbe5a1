import { Button, Menu, MenuItem, MenuList, MenuPopover, MenuTrigger, makeStyles } from '@fluentui/react-components';
import { ChevronDown16Regular, TextEditStyle20Regular } from '@fluentui/react-icons';
import { useT, useViewport } from '@balcao/sdk/client';
import { IconButton, Spinner } from '@balcao/sdk/ui';
import type { ComposerPartProps } from '@balcao/tickets/contract';
import { useRewrite, ways } from './useRewrite.ts';

const useStyles = makeStyles({
  button: { flexShrink: 0, fontWeight: 'normal', minWidth: 'auto', paddingInline: '8px' },
});

interface RewriteMenuProps {
  part: ComposerPartProps;
  /** False: there is no model for it. Undefined: not known yet; then the server answers. */
  isReady: boolean | undefined;
  /** Says why not. */
  onNotReady(): void;
}

/** The ways of rewriting the draft. */
export function RewriteMenu({ part, isReady, onNotReady }: RewriteMenuProps) {
  const t = useT();
  const styles = useStyles();
  const { touch } = useViewport();
  const { rewrite, isRewriting } = useRewrite(part);
  const icon = isRewriting ? <Spinner size="tiny" /> : <TextEditStyle20Regular />;
  const name = t(isRewriting ? 'copilot.rewriting' : 'copilot.rewrite');
  const why = isReady === false ? { onClick: onNotReady } : {};
  const button = touch ? (
    <IconButton icon={icon} label={name} disabledFocusable={isRewriting} {...why} />
  ) : (
    <Button
      className={styles.button}
      appearance="subtle"
      size="small"
      disabledFocusable={isRewriting}
      {...(isRewriting && { icon })}
      {...why}
    >
      {name}&nbsp;
      <ChevronDown16Regular aria-hidden />
    </Button>
  );
  if (isReady === false) return button;
  return (
    <Menu positioning="above-start">
      <MenuTrigger disableButtonEnhancement>{button}</MenuTrigger>
      <MenuPopover>
        <MenuList>
          {ways.map((way) => (
            <MenuItem key={way} onClick={() => rewrite(way)}>
              {t(`rewrite.${way}`)}
            </MenuItem>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
