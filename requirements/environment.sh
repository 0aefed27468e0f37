# shellcheck shell=bash
# Functions that set up .venv, for ./play and ./test. They do nothing if it is up to date.
#
#   prepare_environment play    what the game room needs to run
#   prepare_environment test    the tools of ./test on top
#
# Both share one .venv. A stamp file in it holds a hash of everything its content depends on; the next run compares it.

readonly venv="$root/.venv"
# All our pinned wheels exist for these versions. The first one that works is used.
readonly pythons=(python3.14 python3.13 python3.12 python3.11 python3)

say() { printf '%s\n' "$*" >&2; }

die() {
    say ""
    say "$@"
    exit 1
}

hash_of_stdin() {
    if command -v sha256sum >/dev/null 2>&1; then
        sha256sum
    elif command -v shasum >/dev/null 2>&1; then
        shasum -a 256
    else
        cksum
    fi
}

# The folder is part of the hash: a .venv does not survive being moved.
wanted_stamp() {
    local file
    {
        printf '%s\n' "$root"
        for file in requirements/environment.sh requirements/uv_settings.py requirements/uv.txt pyproject.toml "$@"; do
            cat "$root/$file"
        done
    } | hash_of_stdin
}

is_stamped() { [ -f "$venv/stamp-$1" ] && [ "$(cat "$venv/stamp-$1")" = "$2" ] && [ -x "$venv/bin/python" ]; }

is_supported() { "$1" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))' 2>/dev/null; }

version_of() { "$1" -c 'import platform; print(platform.python_version())'; }

# Prints the path of the Python for .venv. A command that exists may not run (version managers leave shims), or may lack
# the modules venv and ensurepip (Linux distributions package them separately).
find_python() {
    local candidate without_venv="" candidates=("${pythons[@]}")
    if [ -n "${LUDOTHEQUE_PYTHON:-}" ]; then candidates=("$LUDOTHEQUE_PYTHON"); fi
    for candidate in "${candidates[@]}"; do
        command -v "$candidate" >/dev/null 2>&1 && is_supported "$candidate" || continue
        if "$candidate" -c 'import ensurepip, venv' 2>/dev/null; then
            command -v "$candidate"
            return
        fi
        without_venv="${without_venv:-$candidate}"
    done
    if [ -n "$without_venv" ]; then
        local package
        package="$("$without_venv" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')"
        die "Found $without_venv, but without its venv module. Install it (on Debian and Ubuntu:" \
            "sudo apt install $package), then run this again."
    fi
    if [ -n "${LUDOTHEQUE_PYTHON:-}" ]; then
        die "LUDOTHEQUE_PYTHON is set to $LUDOTHEQUE_PYTHON, which does not run as Python 3.11, 3.12, 3.13 or 3.14." \
            "Set it to one of these, or unset it, then run this again."
    fi
    die "Ludothèque needs Python 3.11, 3.12, 3.13 or 3.14, and none of them was found on your PATH. Install one" \
        "(from python.org or your system's packages), or set LUDOTHEQUE_PYTHON to its path, then run this again."
}

make_venv() {
    local python
    if [ -e "$venv" ] && [ ! -f "$venv/pyvenv.cfg" ]; then
        die "$root/.venv exists and is not a virtual environment. Move it away, then run this again."
    fi
    python="$(find_python)"
    say "  making .venv with Python $(version_of "$python")"
    rm -rf "$venv"
    "$python" -m venv "$venv" >&2 ||
        die "The virtual environment .venv could not be created: see the lines above. Check that the disk is not" \
            "full and that you may write to the folder, then run this again."
}

# Shows pip's progress as one line that counts up, and writes all of pip's lines to the log.
show_progress() {
    local log="$1" total="$2" count=0 line
    while IFS= read -r line; do
        printf '%s\n' "$line" >>"$log"
        [ -t 2 ] || continue
        case "$line" in
            "Collecting "* | "Processing "* | "Requirement already satisfied: "*)
                count=$((count + 1))
                line="${line#Collecting }"
                line="${line#Requirement already satisfied: }"
                line="${line#Processing }"
                line="${line%% *}"
                printf '\r\033[K    %d of %d: %s' "$count" "$total" "${line##*/}" >&2
                ;;
            "Installing collected packages"*) printf '\r\033[K    unpacking' >&2 ;;
        esac
    done
    if [ -t 2 ]; then printf '\r\033[K' >&2; fi
}

# try_pip COUNT ARGUMENT…: runs pip install, with its output in .venv/install.log.
try_pip() {
    local log="$venv/install.log" total="$1"
    shift
    : >"$log"
    # With PIP_USER and PYTHONNOUSERSITE, settings of the user can't install packages outside .venv.
    PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_USER=0 PYTHONNOUSERSITE=1 \
        "$venv/bin/python" -m pip --no-input install "$@" 2>&1 | show_progress "$log" "$total"
}

die_if_unreachable() {
    if grep -qE 'NewConnectionError|NameResolution|Max retries|timed out|Network is unreachable|ProxyError|SSLError' \
        "$venv/install.log"; then
        die "The package index could not be reached. Connect to the network, then run this again. The whole log is" \
            "in .venv/install.log."
    fi
}

pip_install() {
    local log="$venv/install.log" reason
    if try_pip "$@"; then return; fi
    # Check the network first: without it, pip also says "No matching distribution".
    die_if_unreachable
    grep -iE '^ *error' "$log" >&2 || tail -n 15 "$log" >&2
    if grep -q 'DO NOT MATCH THE HASHES' "$log"; then
        reason="A downloaded package does not have the hash that we pinned, so it was not installed. Try again on a"
        reason+=" network that you trust. If it fails again, please open an issue."
    elif grep -q 'No space left' "$log"; then
        reason="The disk is full: about 500 MB are needed. Free some space, then run this again."
    elif grep -q 'No matching distribution' "$log"; then
        reason="A requirement was not found for this machine ($(uname -sm), Python $(version_of "$venv/bin/python"))."
        reason+=" Ludothèque runs on Linux (x86_64, arm64) and on Macs with Apple chips; on one of these, check the"
        reason+=" package index in your pip settings, then run this again."
    else
        reason="The requirements could not be installed: the lines above say why. Fix that, then run this again."
    fi
    die "$reason The whole log is in .venv/install.log."
}

# uv installs the packages in seconds; pip takes a minute. pip installs uv, pinned with a hash. Where uv can't be installed
# or does not run, pip installs the other packages, too.
prepare_uv() {
    local wanted
    wanted="$(sed -n 's/^\(uv==[^ ]*\).*/\1/p' "$root/requirements/uv.txt")"
    if [ "$("$venv/bin/uv" --version 2>/dev/null | cut -d ' ' -f 1,2 | sed 's/ /==/')" = "$wanted" ]; then return; fi
    say "  installing uv, which installs the rest"
    if try_pip 1 --only-binary=:all: --require-hashes -r "$root/requirements/uv.txt" &&
        "$venv/bin/uv" --version >>"$venv/install.log" 2>&1; then
        return
    fi
    die_if_unreachable
    say "  uv can't be installed on this machine (.venv/install.log says why). pip installs the packages, which takes longer."
    return 1
}

# uv shows its progress on a terminal; elsewhere its output goes to the log. It uses the package index of pip's settings.
uv_install() {
    local log="$venv/install.log" setting
    : >"$log"
    (
        while IFS= read -r setting; do export "${setting?}"; done < <("$venv/bin/python" "$root/requirements/uv_settings.py")
        # Without these, settings of the user or of an enclosing project can't install packages outside .venv.
        unset UV_SYSTEM_PYTHON UV_BREAK_SYSTEM_PACKAGES UV_PROJECT UV_WORKING_DIR
        cd "$root"
        if [ ! -t 2 ]; then exec 2>>"$log"; fi
        exec "$venv/bin/uv" pip install --python "$venv/bin/python" "$@"
    )
}

# install_with_either COUNT ARGUMENT…: installs with uv, or with pip if uv is missing or fails (uv does not know all
# settings of pip).
install_with_either() {
    if [ "$installer" = uv ]; then
        if uv_install "${@:2}"; then return; fi
        if [ ! -t 2 ]; then tail -n 15 "$venv/install.log" >&2; fi
        say "  uv could not install the packages. Trying pip."
        installer=pip
    fi
    pip_install "$@"
}

prepare_environment() {
    local purpose="$1" play_stamp test_stamp files file arguments=() total started=$SECONDS installer=pip
    play_stamp="$(wanted_stamp requirements/runtime.txt requirements/build.txt)"
    test_stamp="$(wanted_stamp requirements/runtime.txt requirements/build.txt requirements/test.txt)"
    # An environment for ./test also serves ./play.
    if is_stamped test "$test_stamp" || { [ "$purpose" = play ] && is_stamped play "$play_stamp"; }; then
        return
    fi

    say "Setting up Ludothèque (once; less than half a minute with a good network)"
    # Create .venv again if it is incomplete (an interrupted run), was moved, or lost its Python. Otherwise update it.
    if [ "$(cat "$venv/stamp-root" 2>/dev/null)" != "$root" ] || ! is_supported "$venv/bin/python"; then
        make_venv
        printf '%s\n' "$root" >"$venv/stamp-root"
    fi
    rm -f "$venv/stamp-play" "$venv/stamp-test"

    if prepare_uv; then installer=uv; fi
    # test.txt contains the other two files.
    if [ "$purpose" = test ]; then files=(test); else files=(runtime build); fi
    total=0
    for file in "${files[@]}"; do
        arguments+=(-r "$root/requirements/$file.txt")
        total=$((total + $(grep '^[a-z].*==' "$root/requirements/$file.txt" | grep -vc "== 'win32'")))
    done
    say "  installing $total packages"
    # Only wheels: building NumPy or LLVM from source would take very long.
    install_with_either "$total" --only-binary=:all: --require-hashes "${arguments[@]}"
    if [ "$purpose" = test ]; then
        say "  installing Ludothèque itself"
        export LUDOTHEQUE_PAGE=later # ./test installs the page's packages itself, including those of its checks
    else
        say "  building the page and installing Ludothèque itself"
    fi
    install_with_either 1 --no-deps --no-build-isolation --editable "$root"
    unset LUDOTHEQUE_PAGE

    if [ "$purpose" = test ]; then
        printf '%s\n' "$test_stamp" >"$venv/stamp-test"
    else
        printf '%s\n' "$play_stamp" >"$venv/stamp-play"
    fi
    say "  ready after $((SECONDS - started)) s"
}

# Builds the page of web/ into the package, unless the page's own stamp says that it is up to date.
build_page() {
    "$venv/bin/python" "$root/hatch_build.py" >/dev/null || die "The page could not be built: see the lines above."
}

# The browser tests use the browser of the system.
find_browser() {
    local name
    [ -n "${LUDOTHEQUE_CHROMIUM:-}" ] && return
    for name in chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable \
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"; do
        command -v "$name" >/dev/null 2>&1 && return
    done
    return 1
}

# Firefox plays on a site without a server.
find_firefox() {
    [ -n "${LUDOTHEQUE_FIREFOX:-}" ] || command -v firefox-esr >/dev/null 2>&1 || command -v firefox >/dev/null 2>&1 ||
        [ -x "/Applications/Firefox.app/Contents/MacOS/firefox" ]
}

# The tests of several server processes start their own PostgreSQL, Redis and Caddy.
has_postgres() { command -v postgres >/dev/null 2>&1 || compgen -G "/usr/lib/postgresql/*/bin/postgres" >/dev/null; }

prepare_databases() {
    local missing=()
    has_postgres || missing+=(postgresql)
    command -v redis-server >/dev/null 2>&1 || missing+=(redis-server)
    command -v caddy >/dev/null 2>&1 || missing+=(caddy)
    [ ${#missing[@]} -eq 0 ] && return
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
        say "Installing ${missing[*]} for the tests of the server (once)"
        { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}"; } \
            >"$root/build/databases.log" 2>&1 || die "${missing[*]} could not be installed; see build/databases.log."
    else
        die "The tests of the server need PostgreSQL, Redis and Caddy. Install what is missing (on Debian and Ubuntu: sudo apt" \
            "install ${missing[*]}; on a Mac: brew install postgresql redis caddy), then run this again."
    fi
}

prepare_browser() {
    find_browser && return
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
        say "Installing Chromium for the tests of the page (once)"
        # The headless package if there is one (half of the download), otherwise the whole browser.
        { apt-get update && for name in chromium-headless-shell chromium; do
            DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$name" && break
        done && find_browser; } >"$root/build/chromium.log" 2>&1 || die "Chromium could not be installed; see build/chromium.log."
    else
        die "The tests of the page need Chromium or Chrome. Install one (on Debian: sudo apt install" \
            "chromium-headless-shell, elsewhere chromium), or name it in LUDOTHEQUE_CHROMIUM, then run this again."
    fi
}

prepare_firefox() {
    find_firefox && return
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
        say "Installing Firefox for the tests of the site (once)"
        { apt-get update && for name in firefox-esr firefox; do
            DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$name" && break
        done && find_firefox; } >"$root/build/firefox.log" 2>&1 || die "Firefox could not be installed; see build/firefox.log."
    else
        die "The tests of the site need Firefox. Install it (on Debian: sudo apt install firefox-esr), or name it in" \
            "LUDOTHEQUE_FIREFOX, then run this again."
    fi
}

# Installs the system packages that the tests need. It mostly waits for the network: run it beside prepare_environment.
prepare_machine() {
    mkdir -p "$root/build"
    prepare_browser
    prepare_firefox
    prepare_databases
}
