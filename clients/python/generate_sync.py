"""Makes the synchronous client, ``_sync``, of the asynchronous one, ``_async``."""

import re
from pathlib import Path

replacements = [
    (r"import asyncio\n((?:import \w+\n)*import time\n)", r"\1"),
    (r"import asyncio\n", "import time\n"),
    (r"asyncio\.sleep", "time.sleep"),
    (r"Callable\[\[(.*?)\], Awaitable\[(.*?\])\]\]", r"Callable[[\1], \2]"),
    (r"str \| Awaitable\[str\]", "str"),
    (r"AsyncIterator, Awaitable, Callable", "AsyncIterator, Callable"),
    (r"Awaitable, ", ""),
    (r"asynccontextmanager", "contextmanager"),
    (r"async (def|for|with) ", r"\1 "),
    (r"\bawait ", ""),
    (r"\b__a(iter|enter|exit)__", r"__\1__"),
    (r"\.aiter_text", ".iter_text"),
    (r"\.aiter_bytes", ".iter_bytes"),
    (r"\.aread", ".read"),
    (r"\baclose\b", "close"),
    (r"httpx\.AsyncClient", "httpx.Client"),
    (r"\baiter\(", "iter("),
    (r"Callable\[\[\], Awaitable\[(.*?)\]\]", r"Callable[[], \1]"),
    (r"\bAsync(?=[A-Z])", ""),
]
source = Path(__file__).parent / "src/heddle_client/_async"
target = source.with_name("_sync")
target.mkdir(exist_ok=True)
for file in target.glob("*.py"):
    file.unlink()
for file in sorted(source.glob("*.py")):
    text = file.read_text()
    for pattern, replacement in replacements:
        text = re.sub(pattern, replacement, text)
    if text != "":
        text = "# Made of _async by generate_sync.py.\n" + text
    (target / file.name).write_text(text)
