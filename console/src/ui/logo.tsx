/** The sign and the name. */
export function Logo() {
  return (
    <span className="inline-flex items-center gap-2 text-prose font-semibold tracking-tight">
      <svg viewBox="0 0 32 32" className="size-6" aria-hidden>
        <rect width="32" height="32" rx="8" className="fill-[#4a48d4]" />
        <g fill="none" stroke="#fff" strokeWidth="2.6" strokeLinecap="round">
          <path d="M10 7v18M22 7v18" />
          <path d="M10 12c4 0 8 8 12 8" />
          <path d="M10 20c4 0 8-8 12-8" opacity=".55" />
        </g>
      </svg>
      Heddle
    </span>
  );
}
