/** tsyringe asks for this at import, for decorators that nobody uses here. */
const reflect = Reflect as { getMetadata?: () => undefined };
reflect.getMetadata ??= () => undefined;
