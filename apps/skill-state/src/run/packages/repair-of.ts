import type { Lacking } from './inspect.ts'

/** Debian's packages of programs that skills name, with the programs where the names differ. */
const PACKAGES = `
  ant asciinema bash bc bats cargo clang cmake composer curl ffmpeg file g++ gcc gdb gh git inkscape jq
  latexmk libreoffice lsof make npm openssl pandoc parallel perl pipx python3 qpdf rsync ruby samtools
  shellcheck sqlite3 tar tmux tree unzip valgrind wget xxd yq zip zstd awscli:aws binutils:strings,readelf
  clang:clang++ default-jdk:java docker.io:docker fd-find:fd golang:go graphviz:dot
  imagemagick:magick,convert,identify iputils-ping:ping libimage-exiftool-perl:exiftool
  libreoffice:soffice maven:mvn netcat-openbsd:nc nodejs:node npm:npx openssh-client:ssh,scp
  pdftk-java:pdftk php-cli:php poppler-utils:pdftoppm,pdftotext,pdfimages,pdfinfo,pdffonts
  postgresql-client:psql procps:ps,pgrep,pkill python3-pip:pip3 r-base:Rscript ripgrep:rg ruby:gem
  tesseract-ocr:tesseract texlive-binaries:bibtex texlive-latex-base:pdflatex texlive-luatex:lualatex
  texlive-xetex:xelatex`
const PACKAGE_OF = new Map(
  PACKAGES.trim()
    .split(/\s+/)
    .map((each) => each.split(':'))
    .flatMap(([owner = '', programs = owner]) => programs.split(',').map((name) => [name, owner])),
)

/** The one command that repairs it, on Debian and what is like it, and what it cannot bring; empty if nothing is missing. */
export function repairOf({ programs, packages, names }: Lacking, check: string): readonly string[] {
  const ofSystem = [...new Set(programs.flatMap((name) => PACKAGE_OF.get(name) ?? []))].sort()
  const others = programs.filter((name) => PACKAGE_OF.get(name) === undefined)
  const commands = [
    ...(ofSystem.length > 0 ? [`apt-get install -y ${ofSystem.join(' ')}`] : []),
    ...(packages.length + names.length > 0 ? [check] : []),
  ]
  return [
    ...(commands.length === 0 ? [] : [commands.join(' && ')]),
    ...(others.length === 0 ? [] : [`install by hand what the skill needs of ${others.join(', ')}`]),
  ]
}
