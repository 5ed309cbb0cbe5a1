import { createContext, useContext } from 'react';

/** The plugin whose component is being rendered. Set around every contributed component. */
export const PluginContext = createContext<string | undefined>(undefined);
/** The contributed item that is being rendered; undefined outside of one. */
export const PartContext = createContext<{ readonly plugin: string; readonly id: string } | undefined>(undefined);
export const usePluginId = (): string | undefined => useContext(PluginContext);
