export const StampIcon = ({ className }: { className?: string }) => (
  <svg className={className} width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
    <path d="M7 3h6v6h3v4H4V9h3zM4 15h12v2H4z" fill="currentColor" />
  </svg>
);
