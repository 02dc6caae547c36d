FROM python:3.11-slim AS installed
COPY requirements/run.lock .
# Without pip and what it needs: nothing is installed later on.
RUN python -m venv --without-pip /venv \
    && pip --python /venv/bin/python install \
        --no-cache-dir --disable-pip-version-check --require-hashes -r run.lock

FROM python:3.11-slim
# The font has the letters of most names; without it pictures drop what they cannot draw.
RUN apt-get update \
    && apt-get install -y --no-install-recommends fonts-dejavu-core \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --uid 10001 --no-create-home cards \
    && install -d -o cards -g cards -m 700 /bot/data
WORKDIR /bot
COPY --from=installed /venv /venv
COPY bot bot
COPY cogs cogs
COPY db db
COPY seeds seeds
RUN python -m compileall -q bot cogs db \
    && /venv/bin/python -m bot compile
USER cards
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1
# Only from inside the container, unless CARDS_OPERATION_HOST says otherwise.
ENV CARDS_OPERATION_PORT=9187
VOLUME /bot/data
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 \
    CMD ["python", "-m", "bot", "health"]
CMD ["python", "-m", "bot", "run"]
